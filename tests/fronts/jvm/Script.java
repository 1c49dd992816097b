package specification;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls translated modules as the lines of a file say: `module CLASS`, `call EXPORT TYPE:VALUE … =
 * TYPE:VALUE`, `trap EXPORT …`.
 */
final class Script {
  public static void main(String[] arguments) throws Exception {
    Object module = null;
    int good = 0;
    List<String> bad = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      String[] words = line.split(" ");
      if (words[0].equals("module")) {
        Class<?> host = Class.forName("specification." + words[1] + "$Host");
        Object silent = Proxy.newProxyInstance(host.getClassLoader(), new Class<?>[] {host}, (proxy, method, given) -> null);
        try {
          module = Class.forName("specification." + words[1]).getDeclaredConstructor(host).newInstance(silent);
        } catch (InvocationTargetException trap) {
          module = null;
        }
        continue;
      }
      List<Object> given = new ArrayList<>();
      int at = 2;
      for (; at < words.length && !words[at].equals("="); ++at) given.add(value(words[at]));
      Object wanted = at + 1 < words.length ? value(words[at + 1]) : null;
      String found;
      try {
        Object answer = method(module, words[1], given).invoke(module, given.toArray());
        found = words[0].equals("trap") ? "no trap" : String.valueOf(answer);
      } catch (InvocationTargetException trap) {
        found = words[0].equals("trap") ? "null" : trap.getCause().toString();
      }
      if (found.equals(String.valueOf(wanted))) ++good;
      else bad.add(line + ": " + found);
    }
    bad.forEach(System.out::println);
    System.out.println(good + " good, " + bad.size() + " bad");
    System.exit(bad.isEmpty() ? 0 : 1);
  }

  private static Object value(String word) {
    String number = word.substring(4);
    if (word.startsWith("i32:")) return Integer.parseUnsignedInt(number);
    return Long.parseUnsignedLong(number);
  }

  private static Method method(Object module, String name, List<Object> given) throws NoSuchMethodException {
    for (Method each : module.getClass().getDeclaredMethods()) {
      if (each.getName().equals(name) && each.getParameterCount() == given.size()) {
        each.setAccessible(true);
        return each;
      }
    }
    throw new NoSuchMethodException(name);
  }
}
