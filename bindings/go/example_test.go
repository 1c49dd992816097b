package sortid_test

import (
	"errors"
	"fmt"
	"time"

	"sortid.example/sortid"
)

type Order struct{}

func (Order) Prefix() string { return "order" }

func Example() {
	id, err := sortid.NewULID() // 01KR9YZ4V2…, greater than the one before it
	if err != nil {
		panic(err)
	}
	made, _ := id.Time()
	fmt.Println(time.Since(made) < time.Minute)

	_, err = sortid.ParseULID("01ARZ3NDEKTSV4RRFFQ69G5FAU")
	var why *sortid.Error
	if errors.As(err, &why) {
		fmt.Println(why.Reason, why.Position, why)
	}

	order, _ := sortid.ParseTypeID[Order]("order_01h455vb4pex5vsknk084sn02q")
	uuid, _ := sortid.Convert[sortid.UUIDv7](order)
	fmt.Println(order.Prefix(), uuid)

	march, _ := sortid.Between[sortid.ULID](
		time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, 4, 1, 0, 0, 0, 0, time.UTC))
	fmt.Println(march.First, march.Last) // for BETWEEN
	// Output:
	// true
	// character 25 'U' at position 25 is not a symbol of ulid
	// order 01890a5d-ac96-774b-bcce-b302099a8057
	// 01HQVMZ1000000000000000000 01HTBF99ZZZZZZZZZZZZZZZZZZ
}

func ExampleGenerator() {
	ids, err := sortid.NewGenerator[sortid.UUIDv7](sortid.Options{OnOverflow: sortid.OverflowWait})
	if err != nil {
		panic(err)
	}
	many, err := ids.Many(3)
	fmt.Println(len(many), err, many[0].Compare(many[1]) < 0)
	// Output: 3 <nil> true
}
