module sortid-conformance-adapters

go 1.25.13

require (
	github.com/gofrs/uuid/v5 v5.5.1
	github.com/google/uuid v1.6.0
	github.com/hashicorp/go-uuid v1.0.4
	github.com/nu7hatch/gouuid v0.0.0-20131221200532-179d4d0c4d8d
	github.com/oklog/ulid v1.3.1
	github.com/oklog/ulid/v2 v2.1.2
	github.com/pborman/uuid v1.2.1
	github.com/satori/go.uuid v1.2.0
	go.jetify.com/typeid v1.3.0
)

require github.com/kr/text v0.2.0 // indirect
