//! What other crates are given; each has a feature of its name.

macro_rules! for_libraries {
    ($name:ident, 16, $column:ident) => {
        #[cfg(feature = "uuid")]
        impl From<$crate::$name> for uuid::Uuid {
            fn from(id: $crate::$name) -> uuid::Uuid {
                uuid::Uuid::from_bytes(id.bytes())
            }
        }
        #[cfg(feature = "uuid")]
        impl core::convert::TryFrom<uuid::Uuid> for $crate::$name {
            type Error = $crate::Error;
            fn try_from(id: uuid::Uuid) -> Result<$crate::$name, $crate::Error> {
                $crate::$name::from_bytes(id.as_bytes())
            }
        }
        for_libraries!($name, $column);
    };
    ($name:ident, 8, $column:ident) => {
        for_libraries!($name, $column);
    };
    ($name:ident, $column:ident) => {
        #[cfg(feature = "serde")]
        impl serde::Serialize for $crate::$name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(&self.text())
            }
        }
        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $crate::$name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$crate::$name, D::Error> {
                from.deserialize_str($crate::libraries::serde_text::Texts::<$crate::$name>::new())
            }
        }
        #[cfg(feature = "sqlx")]
        impl<DB: $crate::databases::Stores> sqlx::Type<DB> for $crate::$name
        where
            $crate::databases::$column: $crate::databases::Column<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                <$crate::databases::$column as $crate::databases::Column<DB>>::type_info()
            }
            fn compatible(info: &DB::TypeInfo) -> bool {
                DB::has(info, $crate::$name::FORMAT)
            }
        }
        #[cfg(feature = "sqlx")]
        impl<'q, DB: sqlx::Database> sqlx::Encode<'q, DB> for $crate::$name
        where
            $crate::databases::$column: $crate::databases::Column<DB>,
        {
            fn encode_by_ref(
                &self,
                to: &mut DB::ArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                <$crate::databases::$column as $crate::databases::Column<DB>>::encode(*self, to)
            }
        }
        #[cfg(feature = "sqlx")]
        impl<'r, DB: $crate::databases::Stores> sqlx::Decode<'r, DB> for $crate::$name {
            fn decode(value: DB::ValueRef<'r>) -> Result<$crate::$name, sqlx::error::BoxDynError> {
                DB::id(value)
            }
        }
    };
}
#[cfg(feature = "serde")]
pub(crate) mod serde_text {
    use core::fmt;
    use core::marker::PhantomData;

    use crate::Id;

    /// Takes a text of the type.
    pub(crate) struct Texts<T>(PhantomData<T>);
    impl<T> Texts<T> {
        pub(crate) fn new() -> Self {
            Texts(PhantomData)
        }
    }
    impl<T: Id> serde::de::Visitor<'_> for Texts<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a text of the format {}", T::FORMAT)
        }
        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
            T::parse(text).map_err(E::custom)
        }
        fn visit_bytes<E: serde::de::Error>(self, text: &[u8]) -> Result<T, E> {
            T::parse(text).map_err(E::custom)
        }
    }
}

/// A clock of the system's and the random bytes of another generator.
#[cfg(feature = "rand_core")]
struct Drawn<R>(R);

#[cfg(feature = "rand_core")]
impl<R: rand_core::RngCore + Send> crate::Sources for Drawn<R> {
    fn now(&mut self) -> i64 {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(-1, |since| since.as_millis() as i64)
    }
    fn pause(&mut self, us: i64) -> i64 {
        let before = std::time::Instant::now();
        std::thread::sleep(std::time::Duration::from_micros(us.max(0) as u64));
        before.elapsed().as_micros() as i64
    }
    fn fill(&mut self, bytes: &mut [u8]) -> bool {
        self.0.fill_bytes(bytes);
        true
    }
}

#[cfg(feature = "rand_core")]
impl<T: crate::Id> crate::Generator<T> {
    /// Makes one whose random bytes are that generator's: for tests that are repeated. Its ids are no safer than its
    /// bytes, and a fork has the same ones.
    pub fn with_rng<R>(options: &crate::GeneratorOptions<'_>, rng: R) -> Result<crate::Generator<T>, crate::Error>
    where
        R: rand_core::RngCore + Send + 'static,
    {
        crate::Generator::with_sources(options, Drawn(rng))
    }
}
