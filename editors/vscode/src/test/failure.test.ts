import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure, body, escaped, page } from '../failure';

const FAILURE: Failure = {
  verdict: 'refuted',
  message: 'the pointer may be null',
  range: { start: { line: 6, character: 9 }, end: { line: 6, character: 19 } },
  details: ['a < b'],
  inputs: [['list', '<node 1>']],
  path: [4, 6],
  heaps: [{ when: 'at the start', svg: '<svg class="drawing"></svg>' }],
};

test('what fails is told with its input, its run and its heaps', () => {
  const told = body(FAILURE);
  assert.match(told, /<span class="refuted">refuted<\/span> the pointer may be null/);
  assert.match(told, /<th>list<\/th><td>&lt;node 1&gt;<\/td>/);
  assert.match(told, /data-line="4">5<\/a> <a href="#" data-line="6">7<\/a>/);
  assert.match(told, /The heap at the start<\/h3><figure><svg class="drawing"><\/svg><\/figure>/);
});

test('what is open fails for no input', () => {
  const told = body({ ...FAILURE, verdict: 'open', inputs: [], path: [], heaps: [] });
  assert.match(told, /class="detail">a &lt; b</);
  assert.doesNotMatch(told, /It fails for|The run passes/);
});

test('nothing at the cursor is said to be nothing', () => {
  assert.equal(body(null), '<p>Nothing is refuted or open at the cursor.</p>');
});

test('text stays text', () => {
  const hostile = `"><script>alert('x')</script>&`;
  const told = page({ ...FAILURE, message: hostile, verdict: hostile, details: [hostile], inputs: [[hostile, hostile]],
    heaps: [{ when: hostile, svg: '' }] }, 'word');
  assert.equal(told.match(/<script/g)?.length, 1);
  assert.equal(escaped(hostile), '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;');
});

test('only the own script runs, and nothing is fetched', () => {
  const told = page(null, 'abc');
  assert.match(told, /default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-abc'/);
  assert.match(told, /<script nonce="abc">/);
});
