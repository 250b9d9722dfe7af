//! Java methods that the nested class of a test needs, each only where it is called.

/// The exit status of a program that cannot build its input.
pub const UNBUILT: i32 = 77;

/// What calls a method, and its text. A method may call later ones.
const METHODS: &[(&str, &str)] = &[
    ("unchanged(", UNCHANGED),
    ("writes(", WRITES),
    ("allow", ALLOW),
    ("fresh(", FRESH),
    ("now(", NOW),
    ("copy(", COPY),
    ("COPIES", COPIES),
    ("ORIGINALS", ORIGINALS),
    ("  set(", SET),
    ("make(", MAKE),
    ("unbuilt(", UNBUILT_METHOD),
    ("outer(", OUTER),
    ("nonNullElements(", NON_NULL_ELEMENTS),
    ("nonNull(", NON_NULL),
    ("decreases(measure_", DECREASES),
    ("first()", FIRST),
    ("index(", INDEX),
    (
        "add(",
        "static long add(long a, long b) { return Math.addExact(a, b); }\n",
    ),
    (
        "subtract(",
        "static long subtract(long a, long b) { return Math.subtractExact(a, b); }\n",
    ),
    (
        "multiply(",
        "static long multiply(long a, long b) { return Math.multiplyExact(a, b); }\n",
    ),
    ("divide(", "static long divide(long a, long b) { return a / b; }\n"),
    (
        "remainder(",
        "static long remainder(long a, long b) { return a % b; }\n",
    ),
    ("unknown(", UNKNOWN),
];

const INDEX: &str = "static int index(long i) { return Math.toIntExact(i); }\n";

const FIRST: &str = r#"private static boolean started;

/** Is this the first call of the method? */
static boolean first() {
    boolean first = !started;
    started = true;
    return first;
}
"#;

const DECREASES: &str = r#"/** The measure is smaller than in the round before, if there was one. */
static boolean decreases(long[] last, long value, String message) {
    if (last[1] != 0 && value >= last[0]) throw new AssertionError(message);
    return true;
}

/** The measure of a round. */
static void measure(long[] last, long value, String message) {
    if (value < 0) throw new AssertionError(message);
    last[0] = value;
    last[1] = 1;
}
"#;

const NON_NULL: &str = r#"static <T> T nonNull(T value, String message) {
    if (value == null) throw new AssertionError(message);
    return value;
}
"#;

const OUTER: &str = r#"/** The object around one of an inner class. */
static Object outer(Object object, Class<?> type) {
    for (java.lang.reflect.Field field : type.getDeclaredFields()) {
        if (!field.getName().startsWith("this$")) continue;
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
    throw new IllegalStateException("no object around it");
}
"#;

const NON_NULL_ELEMENTS: &str = r#"static boolean nonNullElements(Object[] array) {
    for (Object element : array) {
        if (element == null) return false;
    }
    return true;
}
"#;

/// What cannot be decided is an exception, and then nothing is claimed.
const UNKNOWN: &str = r#"static RuntimeException unknown() { return new IllegalStateException("not decided"); }
"#;

const MAKE: &str = r#"/** An object of a class; no constructor is run. */
@SuppressWarnings("unchecked")
static <T> T make(Class<T> type) {
    try {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        java.lang.reflect.Field only = unsafe.getDeclaredField("theUnsafe");
        only.setAccessible(true);
        return (T) unsafe.getMethod("allocateInstance", Class.class).invoke(only.get(null), type);
    } catch (ReflectiveOperationException e) {
        throw unbuilt(e);
    }
}
"#;

const UNBUILT_METHOD: &str = r#"/** The input cannot be built: then nothing is shown. */
static RuntimeException unbuilt(Exception e) {
    System.out.println("the input cannot be built: " + e);
    System.exit(@UNBUILT@);
    return new RuntimeException(e);
}
"#;

const SET: &str = r#"/** Sets a field that cannot be assigned. */
static void set(Object object, Class<?> type, String name, Object value) {
    try {
        java.lang.reflect.Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
    } catch (ReflectiveOperationException | RuntimeException e) {
        throw unbuilt(e);
    }
}
"#;

const COPIES: &str = r#"/** Objects of the input, with the copies that keep how they were before the call. */
static final java.util.IdentityHashMap<Object, Object> COPIES = new java.util.IdentityHashMap<>();
"#;

const ORIGINALS: &str = r#"/** The copies, with the objects. */
static final java.util.IdentityHashMap<Object, Object> ORIGINALS = new java.util.IdentityHashMap<>();
"#;

const COPY: &str = r#"/** A copy of an object and of all that it refers to. */
@SuppressWarnings("unchecked")
static <T> T copy(T object) {
    if (object == null) return null;
    if (COPIES.containsKey(object)) return (T) COPIES.get(object);
    Class<?> type = object.getClass();
    Object copy;
    if (type.isArray()) {
        int length = java.lang.reflect.Array.getLength(object);
        copy = java.lang.reflect.Array.newInstance(type.getComponentType(), length);
        remember(object, copy);
        System.arraycopy(object, 0, copy, 0, length);
        if (!type.getComponentType().isPrimitive()) {
            Object[] elements = (Object[]) copy;
            for (int i = 0; i < length; i++) elements[i] = copy(elements[i]);
        }
        return (T) copy;
    }
    if (type.getClassLoader() != @TEST@.class.getClassLoader() || object instanceof Enum || object instanceof Throwable) {
        remember(object, object);
        return object;
    }
    try {
        if (type.isRecord()) {
            java.lang.reflect.RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types = new Class<?>[components.length];
            Object[] values = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                java.lang.reflect.Field field = type.getDeclaredField(components[i].getName());
                field.setAccessible(true);
                values[i] = field.get(object);
                if (!types[i].isPrimitive()) values[i] = copy(values[i]);
            }
            java.lang.reflect.Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            copy = constructor.newInstance(values);
            remember(object, copy);
            return (T) copy;
        }
        copy = make(type);
        remember(object, copy);
        for (Class<?> up = type; up != null; up = up.getSuperclass()) {
            for (java.lang.reflect.Field field : up.getDeclaredFields()) {
                if (java.lang.reflect.Modifier.isStatic(field.getModifiers())) continue;
                field.setAccessible(true);
                Object value = field.get(object);
                field.set(copy, field.getType().isPrimitive() ? value : copy(value));
            }
        }
        return (T) copy;
    } catch (ReflectiveOperationException | RuntimeException e) {
        throw unbuilt(e);
    }
}

private static void remember(Object object, Object copy) {
    COPIES.put(object, copy);
    ORIGINALS.put(copy, object);
}
"#;

const NOW: &str = r#"/** The object that a value of the state before the call is. */
@SuppressWarnings("unchecked")
static <T> T now(T value) {
    return value != null && ORIGINALS.containsKey(value) ? (T) ORIGINALS.get(value) : value;
}
"#;

const FRESH: &str = r#"static boolean fresh(Object object) {
    return object != null && !(object instanceof Enum) && !COPIES.containsKey(object);
}
"#;

const ALLOW: &str = r#"/** What may be assigned: arrays with ranges, objects with names of fields or all. */
static final java.util.List<Object[]> ALLOWED = new java.util.ArrayList<>();

static void allow(Object object, String field) { ALLOWED.add(new Object[] {object, field}); }

static void allow(Object array, long from, long to) { ALLOWED.add(new Object[] {array, from, to}); }

private static boolean allowed(Object object, String field, long index) {
    for (Object[] place : ALLOWED) {
        if (place[0] != object) continue;
        if (place.length == 3) {
            if (field == null && (long) place[1] <= index && index <= (long) place[2]) return true;
        } else if (field != null && (place[1] == null || place[1].equals(field))) {
            return true;
        }
    }
    return false;
}
"#;

const WRITES: &str = r#"/** The place may be assigned, or its object was not there before the call. */
static void writes(Object object, String field, long index, String message) {
    if (object != null && COPIES.containsKey(object) && !allowed(object, field, index)) {
        throw new AssertionError(message);
    }
}
"#;

const UNCHANGED: &str = r#"/** Everything but what may be assigned is as it was before the call. */
static void unchanged(String message) throws IllegalAccessException {
    for (Object object : new java.util.ArrayList<>(COPIES.keySet())) {
        Object copy = COPIES.get(object);
        Class<?> type = object.getClass();
        if (copy == object || type.isRecord()) continue;
        if (type.isArray()) {
            for (int i = 0; i < java.lang.reflect.Array.getLength(object); i++) {
                Object before = java.lang.reflect.Array.get(copy, i);
                Object after = java.lang.reflect.Array.get(object, i);
                boolean value = type.getComponentType().isPrimitive();
                if (!same(before, after, value) && !allowed(object, null, i)) {
                    throw new AssertionError(message + " (element " + i + " of an array)");
                }
            }
            continue;
        }
        for (Class<?> up = type; up != null; up = up.getSuperclass()) {
            for (java.lang.reflect.Field field : up.getDeclaredFields()) {
                if (java.lang.reflect.Modifier.isStatic(field.getModifiers())) continue;
                field.setAccessible(true);
                boolean value = field.getType().isPrimitive();
                if (!same(field.get(copy), field.get(object), value) && !allowed(object, field.getName(), 0)) {
                    throw new AssertionError(message + " (field " + field.getName() + ")");
                }
            }
        }
    }
}

private static boolean same(Object before, Object after, boolean value) {
    return value ? before.equals(after) : now(before) == after;
}
"#;

/// The methods that a text calls, and those that they call.
pub(super) fn methods(body: &str, test: &str) -> String {
    let mut needed = String::new();
    let mut taken = vec![false; METHODS.len()];
    loop {
        let found = METHODS
            .iter()
            .enumerate()
            .find(|(i, (call, _))| !taken[*i] && (body.contains(call) || needed.contains(call)));
        let Some((i, (_, text))) = found else { break };
        taken[i] = true;
        needed.push('\n');
        needed.push_str(&text.replace("@TEST@", test).replace("@UNBUILT@", &UNBUILT.to_string()));
    }
    needed
}
