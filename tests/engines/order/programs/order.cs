// Sorts the lines of standard input as the first word says, and prints their numbers in order.
using System;
using System.Collections.Generic;
using System.Data.SqlTypes;
using System.Linq;

class Order {
  static void Main(string[] args) {
    var lines = new List<string>();
    for (string line; (line = Console.ReadLine()) != null;) lines.Add(line);
    Comparison<string> by = (a, b) => string.CompareOrdinal(a, b);
    if (args[0] == "Guid") by = (a, b) => new Guid(a).CompareTo(new Guid(b));
    if (args[0] == "SqlGuid") by = (a, b) => new SqlGuid(a).CompareTo(new SqlGuid(b));
    var order = Enumerable.Range(0, lines.Count).ToList();
    order.Sort((a, b) => by(lines[a], lines[b]));
    Console.WriteLine(string.Join("\n", order));
  }
}
