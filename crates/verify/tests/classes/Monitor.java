package monitor;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.*;
import java.util.*;

/**
 * Checks contracts, frames and invariants while a program runs, and says who is to blame for the first that does not
 * hold: the routine itself, or the one that called it where its precondition is false. A routine that was entered
 * while some invariant did not hold may be let down by its callers, so they are named, too, up to the nearest that
 * was entered in a good state.
 */
public final class Monitor {
  /** An object with invariants. */
  public interface Checked {
    boolean inv$();
  }

  /** The run is over. */
  public static class Stop extends Error {
    Stop(String message) {
      super(message, null, false, false);
    }
  }

  /** Something does not hold. */
  static final class Blame extends Stop {
    Blame(String message) {
      super(message);
    }
  }

  /** The driver's own call was not allowed. */
  static final class Refused extends Stop {
    Refused() {
      super("refused");
    }
  }

  /** A call that is being made. */
  public static final class Frame {
    final String name;
    boolean isTainted;
    Map<String, Object> before;
    final Set<String> allowed = new HashSet<>();
    public Object[] old;

    Frame(String name, boolean isTainted) {
      this.name = name;
      this.isTainted = isTainted;
    }
  }

  private static final String DRIVER = "driver";
  private static final int DEEPEST = 40;
  private static final int LONGEST = 1500;
  private static final ArrayList<Frame> stack = new ArrayList<>();
  private static final ArrayList<Checked> objects = new ArrayList<>();
  private static final ArrayList<Checked> raw = new ArrayList<>();
  private static final LinkedHashSet<Class<?>> classes = new LinkedHashSet<>();
  private static final IdentityHashMap<Object, Integer> ids = new IdentityHashMap<>();
  private static int spec;
  private static int steps;

  private Monitor() {}

  private static void reset() {
    stack.clear();
    objects.clear();
    raw.clear();
    classes.clear();
    ids.clear();
    spec = 0;
    steps = 0;
  }

  public static boolean inSpec() {
    return spec > 0;
  }

  public static void spec(int by) {
    spec += by;
  }

  /** The state of what nobody may rely on is not known any more. */
  public static Stop discard() {
    return new Stop("discarded");
  }

  public static Stop refused() {
    return new Refused();
  }

  private static boolean holds(Checked o) {
    spec++;
    try {
      return o.inv$();
    } catch (RuntimeException e) {
      return false;
    } finally {
      spec--;
    }
  }

  private static Checked broken(List<Checked> list) {
    for (Checked o : list) {
      if (!holds(o)) {
        return o;
      }
    }
    return null;
  }

  public static Frame enter(String name) {
    if (stack.size() > DEEPEST || ++steps > LONGEST) {
      throw discard();
    }
    boolean isEarly = stack.stream().anyMatch(f -> f.name.endsWith("<clinit>"));
    boolean isTainted = isEarly || isSuper(name) || broken(objects) != null || broken(raw) != null;
    Frame frame = new Frame(name, isTainted);
    stack.add(frame);
    return frame;
  }

  /** May it be called by `super` from a method that overrides it, and that answers for the invariants of its own class? */
  private static boolean isSuper(String name) {
    String method = name.substring(name.lastIndexOf('.') + 1);
    String caller = stack.isEmpty() ? "" : stack.get(stack.size() - 1).name;
    return caller.endsWith("." + method) && !caller.equals(name);
  }

  /** The constructor of a superclass is called. */
  public static Frame entered(Frame below, String name) {
    return enter(name);
  }

  /** A class begins to be initialised. */
  public static Frame initialising(Class<?> of, String name) {
    classes.add(of);
    return enter(name);
  }

  /** The first constant of an enum is made. */
  public static Frame initialising(Class<?> of, String name, String constructor) {
    initialising(of, name);
    return enter(constructor);
  }

  public static void initialised(String name) {
    for (int i = stack.size() - 1; i >= 0; i--) {
      if (stack.get(i).name.equals(name)) {
        exit(stack.get(i));
        leave(stack.get(i));
        return;
      }
    }
  }

  /** Code that the program does not know. */
  public static Frame driver() {
    return enter(DRIVER);
  }

  /** A constructor begins; its object has no invariant before it ends. */
  public static void construct(Checked object) {
    for (Checked o : raw) {
      if (o == object) {
        return;
      }
    }
    raw.add(object);
  }

  /** It ends, for an object of its own class or of one below. */
  public static void constructed(Frame frame, Checked object, Class<?> own, boolean inOrder) {
    ensure(frame, inOrder, "invariant of the new object");
    if (object.getClass() == own || object.getClass().getSuperclass() == own && object.getClass().isAnonymousClass() || object instanceof Enum) {
      raw.removeIf(o -> o == object);
      objects.add(object);
    }
    exit(frame);
  }

  public static void leave(Frame frame) {
    int at = stack.indexOf(frame);
    if (at >= 0) {
      stack.subList(at, stack.size()).clear();
    }
  }

  /** The precondition of a call: who calls is to blame. */
  public static void require(Frame frame, boolean holds) {
    if (!holds) {
      throw blame(stack.indexOf(frame) - 1, "precondition of " + frame.name);
    }
  }

  /** Null where a contract that nobody wrote does not expect it: the one who calls may be to blame, if anything fails. */
  public static void expect(Frame frame, boolean holds) {
    frame.isTainted |= !holds;
  }

  public static Stop fail(Frame frame, Throwable why) {
    if (why instanceof StackOverflowError || why instanceof OutOfMemoryError || why instanceof NoClassDefFoundError) {
      return discard();
    }
    int top = Math.max(stack.indexOf(frame), stack.size() - 1);
    return blame(top, why + " " + (why.getCause() == null ? "" : why.getCause()));
  }

  private static Stop blame(int top, String why) {
    StringBuilder chain = new StringBuilder();
    if (top >= 0 && stack.get(top).name.equals(DRIVER) || top < 0) {
      return new Refused();
    }
    for (int i = top; i >= 0; i--) {
      chain.append(chain.length() == 0 ? "" : ",").append(stack.get(i).name);
      if (!stack.get(i).isTainted) {
        return new Blame(chain + " " + why.replace('\n', ' '));
      }
    }
    return discard();
  }

  public static void ensure(Frame frame, boolean holds, String what) {
    if (!holds) {
      throw blame(stack.indexOf(frame), what);
    }
  }

  /** An exception leaves a routine. */
  public static void thrown(Frame frame, boolean isAllowed, Throwable why) {
    if (!isAllowed) {
      throw fail(frame, why);
    }
    exit(frame);
  }

  /** What holds when a routine ends. */
  public static void exit(Frame frame) {
    if (!frame.isTainted) {
      Checked bad = broken(objects);
      if (bad != null) {
        throw blame(stack.indexOf(frame), "invariant of a " + bad.getClass().getSimpleName());
      }
    }
    if (frame.before != null) {
      Map<String, Object> now = snapshot();
      for (Map.Entry<String, Object> e : frame.before.entrySet()) {
        boolean isSame = !now.containsKey(e.getKey()) || Objects.equals(e.getValue(), now.get(e.getKey()));
        if (!isSame && !frame.allowed.contains(e.getKey())) {
          throw blame(stack.indexOf(frame), "frame at " + e.getKey());
        }
      }
    }
  }

  /** From here on a routine may write only what is allowed. */
  public static void framed(Frame frame, String... allowed) {
    frame.before = snapshot();
    frame.allowed.addAll(Arrays.asList(allowed));
  }

  private static String id(Object o) {
    return o == null ? "null" : "#" + ids.computeIfAbsent(o, k -> ids.size());
  }

  /** A field of an object, or a static one. */
  public static String field(Object owner, String name) {
    return owner == null ? name : id(owner) + "." + name;
  }

  /** The elements of an array. */
  public static String elements(Object array) {
    return id(array) + "[]";
  }

  private static Map<String, Object> snapshot() {
    Map<String, Object> into = new HashMap<>();
    classes.forEach(c -> put(into, c, null));
    for (List<Checked> list : List.of(objects, raw)) {
      for (Checked o : list) {
        for (Class<?> c = o.getClass(); c != Object.class && c != Enum.class && c != Record.class; c = c.getSuperclass()) {
          put(into, c, o);
        }
      }
    }
    return into;
  }

  private static final Map<Class<?>, Field[]> fields = new HashMap<>();

  private static void put(Map<String, Object> into, Class<?> of, Object owner) {
    for (Field field : fields.computeIfAbsent(of, Class::getDeclaredFields)) {
      String name = field.getName();
      if (name.contains("$") || Modifier.isStatic(field.getModifiers()) != (owner == null)) {
        continue;
      }
      try {
        field.setAccessible(true);
        Object value = field.get(owner);
        boolean plain = value instanceof Integer || value instanceof Boolean || value instanceof String;
        into.put(field(owner, owner == null ? of.getSimpleName() + "." + name : name), plain ? value : id(value));
        if (value instanceof int[]) {
          into.put(elements(value), Arrays.toString((int[]) value));
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** One program: calls at random. */
  public interface Driver {
    void step(Random random);
  }

  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> own;

    Loader(Map<String, byte[]> own) {
      super(Monitor.class.getClassLoader());
      this.own = own;
      setDefaultAssertionStatus(true);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      byte[] code = own.get(name);
      if (code == null) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? defineClass(name, code, 0, code.length) : loaded;
    }
  }

  /** A program by its folder, `Main` and all: several runs, each from the beginning of the classes. */
  private static void drive(Path folder, int runs) throws Exception {
    Map<String, byte[]> own = new HashMap<>();
    String name = folder.getFileName().toString();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.class")) {
      for (Path file : files) {
        own.put(name + "." + file.getFileName().toString().replace(".class", ""), Files.readAllBytes(file));
      }
    }
    Set<String> told = new LinkedHashSet<>();
    int calls = 0;
    for (int run = 0; run < runs; run++) {
      reset();
      fields.clear();
      Random random = new Random(run);
      Driver driver = (Driver) new Loader(own).loadClass(name + ".Main").getConstructor().newInstance();
      try {
        for (int step = 0; step < 60; step++) {
          calls++;
          try {
            driver.step(random);
          } catch (Refused | IllegalArgumentException e) {
            stack.clear();
          } catch (RuntimeException e) {
            // where no frame could catch it: in the arguments for a constructor above
            if (stack.isEmpty()) {
              throw e;
            }
            throw fail(stack.get(stack.size() - 1), e);
          }
        }
      } catch (Blame e) {
        told.add(e.getMessage());
      } catch (Stop | StackOverflowError | LinkageError e) {
        // nothing is known of this one
        if (e instanceof ExceptionInInitializerError && !stack.isEmpty()) {
          told.add(stack.get(stack.size() - 1).name + " " + e.getCause());
        }
      }
    }
    told.forEach(t -> System.out.println(name + " " + t));
    System.out.println(name + " calls " + calls);
  }

  public static void main(String[] args) throws Exception {
    for (int i = 2; i < args.length; i++) {
      drive(Paths.get(args[0], args[i]), Integer.parseInt(args[1]));
    }
  }
}
