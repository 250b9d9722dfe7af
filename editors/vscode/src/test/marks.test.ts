import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byIcon } from '../marks';

test('each verdict has its icon', () => {
  const marks = [
    { line: 0, verdict: 'proved' },
    { line: 1, verdict: 'open' },
    { line: 2, verdict: 'refuted' },
    { line: 3, verdict: 'given' },
    { line: 4, verdict: 'unsupported' },
  ];
  const found = byIcon(marks, 10);
  assert.deepEqual(found.get('proved'), [0, 3]);
  assert.deepEqual(found.get('open'), [1, 4]);
  assert.deepEqual(found.get('refuted'), [2]);
});

test('lines that are not there are not marked', () => {
  const found = byIcon([{ line: 5, verdict: 'proved' }, { line: -1, verdict: 'proved' }, { line: 0.5, verdict: 'open' }], 5);
  assert.deepEqual([...found.values()].flat(), []);
});
