module sortid.invalid/bench-peers

go 1.21

require (
	github.com/gofrs/uuid/v5 v5.2.0
	github.com/google/uuid v1.6.0
	github.com/mr-tron/base58 v1.3.0
	github.com/oklog/ulid/v2 v2.1.2
	go.jetify.com/typeid v1.3.0
)
