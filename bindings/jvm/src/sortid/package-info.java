/**
 * Ids that sort by the time they were made. {@link sortid.Sortid} is where to begin; each format is a class.
 */
@NullMarked
package sortid;

import org.jspecify.annotations.NullMarked;
