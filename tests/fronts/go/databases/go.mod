module sortid.invalid/databases

go 1.21

require (
	github.com/jackc/pgx/v5 v5.5.5
	gorm.io/driver/postgres v1.5.9
	gorm.io/gorm v1.25.12
	sortid.example/sortid v0.0.0
)

require (
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20221227161230-091c0ba34f0a // indirect
	github.com/jackc/puddle/v2 v2.2.1 // indirect
	github.com/jinzhu/inflection v1.0.0 // indirect
	github.com/jinzhu/now v1.1.5 // indirect
	golang.org/x/crypto v0.17.0 // indirect
	golang.org/x/sync v0.1.0 // indirect
	golang.org/x/text v0.14.0 // indirect
)

replace sortid.example/sortid => ../../../../bindings/go
