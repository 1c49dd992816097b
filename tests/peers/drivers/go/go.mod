module sortid.invalid/peers

go 1.21

require (
	github.com/oklog/ulid/v2 v2.1.2
	go.jetify.com/typeid v1.3.0
)

require github.com/gofrs/uuid/v5 v5.2.0 // indirect
