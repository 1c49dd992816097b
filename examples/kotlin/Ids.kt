// [all]
import com.fasterxml.jackson.module.kotlin.jacksonObjectMapper
import com.fasterxml.jackson.module.kotlin.readValue
import jakarta.persistence.Entity
import jakarta.persistence.Id
import java.time.Instant
import org.hibernate.annotations.Type
import sortid.TypeID
import sortid.ULID
import sortid.hibernate.SortId
import sortid.hibernate.SortidType

@JvmInline
value class UserId(val id: TypeID) : Comparable<UserId> {
  init {
    require(id.prefix() == "user") { "$id is no user's" }
  }

  override fun compareTo(other: UserId) = id.compareTo(other.id)

  override fun toString() = id.text()
}

data class User(val id: UserId, val name: String)

@Entity
class Account(var name: String = "") {
  @Id @SortId(prefix = "user") @Type(SortidType::class)
  var id: UserId? = null
}

fun main() {
  val ada = UserId(TypeID.newId("user"))
  check(ada < UserId(TypeID.newId("user")) && ada == UserId(TypeID.parse("$ada")))

  val json = jacksonObjectMapper().findAndRegisterModules()
  val text = json.writeValueAsString(User(ada, "Ada"))
  check(json.readValue<User>(text).id == ada)

  check(ULID.newId() in ULID.FORMAT.between(Instant.parse("2026-03-01T00:00:00Z"), null))
  println(ULID.FORMAT.check("01ARZ3NDEKTSV4RRFFQ69G5FAU")?.reason())  // CHARACTER
}
// [/all]
