package sortid.hibernate;

import java.io.Serializable;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.usertype.UserType;
import org.hibernate.usertype.UserTypeCreationContext;
import sortid.Format;
import sortid.Id;
import sortid.Sortid;

/**
 * Attributes of an id's class: in 16 bytes for 128 bits, in a {@code bigint} for 64, whose signed order is
 * the ids' own until their highest bit is set, in 2081 for xid, and as the text of a TypeID, whose prefix is
 * part of it. The parameter {@code as} with the value {@code text} asks for the text of every format.
 */
public final class SortidType implements UserType<Id> {
  private final Format<?> format;
  private final boolean text;

  /** As Hibernate makes it, for the class of the attribute. */
  public SortidType(UserTypeCreationContext context) {
    Class<?> type = context.getMemberDetails().getType().determineRawClass().toJavaClass();
    format = formatOf(type, context.getParameters().getProperty("format", ""));
    text = format.maxPrefix() > 0 || "text".equals(context.getParameters().getProperty("as"));
  }

  static Format<?> formatOf(Class<?> type, String name) {
    if (!name.isEmpty()) return Sortid.format(name);
    for (Format<?> each : Sortid.formats()) {
      if (each.type() == type) return each;
    }
    throw new IllegalArgumentException(type.getName() + " is no class of ids; name a format");
  }

  /** The column's type. */
  @Override
  public int getSqlType() {
    return text ? Types.VARCHAR : format.bits() == 64 ? Types.BIGINT : Types.VARBINARY;
  }

  /** The column's length. */
  @Override
  public long getDefaultSqlLength() {
    return text ? format.symbols() + (format.maxPrefix() > 0 ? format.maxPrefix() + 1 : 0) : 16;
  }

  /** The class of the ids. */
  @Override
  @SuppressWarnings("unchecked")
  public Class<Id> returnedClass() {
    return (Class<Id>) format.type();
  }

  /** Reads a column. A value that is no id raises what the format says. */
  @Override
  public Id nullSafeGet(ResultSet rows, int position, WrapperOptions options) throws SQLException {
    if (text) {
      String value = rows.getString(position);
      return value == null ? null : format.parse(value);
    }
    if (format.bits() == 64) {
      long value = rows.getLong(position);
      return rows.wasNull() ? null : format.fromBits(0, value);
    }
    byte[] value = rows.getBytes(position);
    return value == null ? null : format.fromBytes(value);
  }

  /** Writes a column. */
  @Override
  public void nullSafeSet(PreparedStatement statement, Id value, int position, WrapperOptions options) throws SQLException {
    if (value == null) {
      statement.setNull(position, getSqlType());
    } else if (text) {
      statement.setString(position, value.text());
    } else if (format.bits() == 64) {
      statement.setLong(position, value.leastSignificantBits());
    } else {
      statement.setBytes(position, value.bytes());
    }
  }

  /** The same: ids are immutable. */
  @Override
  public Id deepCopy(Id value) {
    return value;
  }

  /** False. */
  @Override
  public boolean isMutable() {
    return false;
  }

  /** The id, which is serializable. */
  @Override
  public Serializable disassemble(Id value) {
    return value;
  }

  /** The id. */
  @Override
  public Id assemble(Serializable cached, Object owner) {
    return (Id) cached;
  }
}
