package sortid;

/** What a lenient parse read, and whether the text was the id's canonical one. */
public record Lenient<T extends Id>(T id, boolean canonical) {}
