import com.fasterxml.jackson.module.kotlin.jacksonObjectMapper
import com.fasterxml.jackson.module.kotlin.readValue
import org.hibernate.cfg.Configuration
import sortid.TypeID

/** The guide's example, what it rejects, and its entity in Hibernate on H2. */
object Check {
  @JvmStatic
  fun main(arguments: Array<String>) {
    main()

    val json = jacksonObjectMapper().findAndRegisterModules()
    val other = json.writeValueAsString(mapOf("id" to TypeID.newId("order"), "name" to "Ada"))
    check("no user's" in runCatching { json.readValue<User>(other) }.exceptionOrNull()?.message.orEmpty())

    val factory =
      Configuration()
        .addAnnotatedClass(Account::class.java)
        .setProperty("hibernate.connection.url", "jdbc:h2:mem:kotlin")
        .setProperty("hibernate.hbm2ddl.auto", "create")
        .buildSessionFactory()
    val account = Account("Ada")
    factory.inTransaction { it.persist(account) }
    factory.inTransaction { check(it.find(Account::class.java, account.id?.id).id == account.id) }
    println("good")
  }
}
