import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls the methods named on the standard input and writes the state after each call.
 *
 * The first two lines name the static fields and the fields of Node. Every other line is a call:
 * class, method, parameters, static fields and the objects that are there, in the form that
 * state.rs describes.
 */
public class Driver {
    static final Map<Character, Class<?>> ARRAYS = Map.of(
            'I', int[].class, 'J', long[].class, 'B', byte[].class, 'H', short[].class,
            'C', char[].class, 'Z', boolean[].class, 'G', int[][].class);

    static String[] statics;
    static String[] fields;

    /** The objects of a state in the order of their numbers. */
    final List<Object> objects = new ArrayList<>();
    final Map<Object, Integer> numbers = new IdentityHashMap<>();

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        statics = in.readLine().split(" ");
        fields = in.readLine().split(" ");
        StringBuilder out = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.append(new Driver().call(line.split(" \\| "))).append('\n');
        }
        System.out.print(out);
    }

    String call(String[] parts) throws Exception {
        String[] name = parts[0].split(" ");
        Class<?> type = Class.forName(name[0]);
        for (int i = 3; i < parts.length; i++) {
            add(make(type, parts[i].split(" ")));
        }
        for (int i = 3; i < parts.length; i++) {
            fill(objects.get(i - 3), parts[i].split(" "));
        }
        Method method = null;
        for (Method m : type.getDeclaredMethods()) {
            if (m.getName().equals(name[1])) {
                method = m;
            }
        }
        String[] given = parts[1].split(" ");
        Object[] arguments = new Object[given.length];
        for (int i = 0; i < given.length; i++) {
            arguments[i] = value(method.getParameterTypes()[i], given[i]);
        }
        String[] values = parts[2].split(" ");
        for (int i = 0; i < statics.length; i++) {
            Field field = type.getDeclaredField(statics[i]);
            field.set(null, value(field.getType(), values[i]));
        }
        StringBuilder out = new StringBuilder();
        try {
            Object result = method.invoke(null, arguments);
            out.append("ok ").append(method.getReturnType() == void.class ? "-" : show(result));
        } catch (InvocationTargetException e) {
            out.append(e.getCause().getClass().getSimpleName()).append(" -");
        }
        out.append(" |");
        for (String field : statics) {
            out.append(' ').append(show(type.getDeclaredField(field).get(null)));
        }
        // showing an object may find further ones
        for (int i = 0; i < objects.size(); i++) {
            out.append(" | ").append(show(type, i));
        }
        return out.toString();
    }

    void add(Object object) {
        objects.add(object);
        numbers.put(object, objects.size());
    }

    Object make(Class<?> type, String[] words) throws Exception {
        Class<?> array = ARRAYS.get(words[0].charAt(0));
        if (array == null) {
            return Class.forName(type.getName() + "$Node").getDeclaredConstructor().newInstance();
        }
        return Array.newInstance(array.getComponentType(), words.length - 1);
    }

    void fill(Object object, String[] words) throws Exception {
        for (int i = 1; i < words.length; i++) {
            if (object.getClass().isArray()) {
                Array.set(object, i - 1, value(object.getClass().getComponentType(), words[i]));
            } else {
                Field field = object.getClass().getDeclaredField(fields[i - 1]);
                field.set(object, value(field.getType(), words[i]));
            }
        }
    }

    Object value(Class<?> type, String word) {
        long v = Long.parseLong(word);
        if (type == int.class) return (int) v;
        if (type == long.class) return v;
        if (type == byte.class) return (byte) v;
        if (type == short.class) return (short) v;
        if (type == char.class) return (char) v;
        if (type == boolean.class) return v != 0;
        return v == 0 ? null : objects.get((int) v - 1);
    }

    String show(Class<?> type, int number) throws Exception {
        Object object = objects.get(number);
        StringBuilder out = new StringBuilder();
        if (!object.getClass().isArray()) {
            out.append('N');
            for (String field : fields) {
                out.append(' ').append(show(object.getClass().getDeclaredField(field).get(object)));
            }
            return out.toString();
        }
        for (Map.Entry<Character, Class<?>> kind : ARRAYS.entrySet()) {
            if (kind.getValue() == object.getClass()) {
                out.append(kind.getKey());
            }
        }
        for (int i = 0; i < Array.getLength(object); i++) {
            out.append(' ').append(show(Array.get(object, i)));
        }
        return out.toString();
    }

    String show(Object value) {
        if (value == null) return "0";
        if (value instanceof Boolean) return (Boolean) value ? "1" : "0";
        if (value instanceof Character) return String.valueOf((int) (Character) value);
        if (value instanceof Number) return value.toString();
        if (!numbers.containsKey(value)) {
            add(value);
        }
        return String.valueOf(numbers.get(value));
    }
}
