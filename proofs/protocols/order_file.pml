/* The file of a host-wide order: what it promises on disk, through power cuts.
 *
 * The page is words of 8 bytes. The system may copy each of them to the disk at any time, in any order; a flush copies
 * all. After a power cut the page is what the disk had, in the next boot. A value has a timestamp, its upper half, and a
 * counter of two, its lower half; nothing is drawn, so that the order alone keeps ids apart. Users are processes: they
 * open the file under its lock, each with or without a name for the boot, and may be killed at any step.
 *
 * holds: one process, two cuts  -DTURNS=5 -DCUTS=2 -DLONG_PROMISES
 * holds: a disk that rejects     -DTURNS=4 -DCUTS=1 -DNAMELESS -DREJECTING
 * holds: two processes, a cut    -DTURNS=4 -DOTHERS_TURNS=2 -DCUTS=1
 * holds: two, nameless or not    -DTURNS=3 -DOTHERS_TURNS=2 -DCUTS=0 -DNAMELESS -DLONG_PROMISES
 * holds: two, and one is killed  -DTURNS=2 -DOTHERS_TURNS=2 -DCUTS=0 -DNAMELESS -DKILL
 * fails: BUT_UNFLUSHED                assertion -DTURNS=4 -DCUTS=1
 * fails: BUT_FAILED_FLUSH_COUNTS      assertion -DTURNS=4 -DCUTS=1 -DREJECTING
 * fails: BUT_DURABLE_BEFORE_FLUSH     assertion -DTURNS=4 -DOTHERS_TURNS=2 -DCUTS=1
 * fails: BUT_MARKED_BEFORE_FLUSH      assertion -DTURNS=3 -DCUTS=1
 * fails: BUT_THE_MARK_READ_LAST       assertion -DTURNS=2 -DOTHERS_TURNS=2 -DCUTS=0
 * fails: BUT_A_HALF_IS_A_VALUE        assertion -DTURNS=3 -DCUTS=1
 * fails: BUT_BEHIND_THE_ORDER_ALONE   assertion -DTURNS=6 -DCUTS=1
 * fails: BUT_BEHIND_THE_PROMISE_ALONE assertion -DTURNS=3 -DOTHERS_TURNS=3 -DCUTS=0 -DNAMELESS
 * fails: BUT_NAMELESS_IS_THE_SAME     assertion -DTURNS=4 -DCUTS=1 -DNAMELESS
 * fails: BUT_NAMED_BEFORE_BROUGHT     assertion -DTURNS=6 -DCUTS=1 -DKILL
 * fails: BUT_THE_FOLDER_UNFLUSHED     assertion -DTURNS=4 -DCUTS=1
 */
#ifndef OTHERS_TURNS
#define OTHERS_TURNS 0
#endif
#define CLOCK_END 2
#define ZERO_AT 15 /* the timestamp whose inverse is zero */
#define VALUE(time, low) ((time) * 2 + (low))

typedef page {
  byte boot;     /* 0: without a name */
  byte used;
  byte promised;
  byte durable;
  byte high;     /* of the order, inverted: ZERO_AT - timestamp */
  byte low;      /* inverted: 1 - counter */
};
page mem, disk;
bool folder_flushed; /* the file's name is on disk */
byte boot = 1;       /* the name of this one */
int returned;        /* every id, one bit each */
byte greatest;       /* of them */
byte opening;        /* the process that holds the lock; 0 for none */
byte cuts;
byte killed;         /* the process that is to die; once */

inline copy_to_disk() {
  disk.boot = mem.boot; disk.used = mem.used; disk.promised = mem.promised;
  disk.durable = mem.durable; disk.high = mem.high; disk.low = mem.low
}
inline flush(fine) {
  if
  :: d_step { if :: cuts < CUTS -> copy_to_disk() :: else fi; fine = true }
#ifdef REJECTING
  :: fine = false /* the disk rejects */
#endif
  fi
}
/* The system copies a word whenever it likes. Only a power cut looks at the disk, so that it is enough to choose with each
   store whether this value will be the one that the disk has then, if no flush comes between. */
#define STORE(word, value) \
  atomic { \
    mem.word = value; \
    if :: cuts < CUTS -> disk.word = mem.word :: true fi \
  }
#define RAISE(word, value) \
  atomic { \
    if :: mem.word < value -> STORE(word, value) :: else fi \
  }
/* Replaces the order's word where it still is what was loaded, as one in memory, half by half on the disk. */
inline replace() {
  atomic {
    fits = (mem.high == high && mem.low == low);
    if
    :: fits -> STORE(high, ZERO_AT - (next >> 1)); STORE(low, 1 - (next & 1))
    :: else
    fi
  }
}

#define FILL(page, name) \
  page.boot = name; page.used = 0; page.promised = 0; page.durable = 0; page.high = 0; page.low = 0
/* A new file is on disk before it is renamed into its place, by a process with a name for the boot or without. */
inline make() {
  if
  :: FILL(mem, boot)
#ifdef NAMELESS
  :: FILL(mem, 0)
#endif
  fi;
  copy_to_disk()
}

active proctype power() {
  do
  :: atomic {
       cuts < CUTS ->
       cuts++;
       boot++;
       opening = 0;
       if
       :: mem.boot = disk.boot; mem.used = disk.used; mem.promised = disk.promised;
          mem.durable = disk.durable; mem.high = disk.high; mem.low = disk.low
       :: !folder_flushed -> make() /* the file is lost */
       fi;
       if
       :: cuts == CUTS -> FILL(disk, 0) /* nobody looks at it any more: fewer states */
       :: else
       fi
     }
  :: break
  od
}

#ifdef KILL
active proctype killer() {
  killed = 1
}
#endif

/* What is no longer needed is the same for all: fewer states. */
#define FORGET \
  name = 0; promise = 0; high = 0; low = 0; reached = 0; next = 0; asked = 0; \
  fine = false; used = false; no_order = false; fits = false

proctype user(byte me) {
  byte my_boot, name, promise, high, low, reached, next, asked, left = (me == 1 -> TURNS : OTHERS_TURNS);
  bool fine, used, no_order, fits;
  do
  :: left == 0 -> break
  :: left > 0 ->
     left--;
     { /* open() */
       atomic {
         opening == 0 -> /* step: order_file.lock */
         opening = me;
         my_boot = boot;
         if /* step: order_file.this_boot */
         :: name = my_boot
#ifdef NAMELESS
         :: name = 0
#endif
         fi
#ifndef BUT_THE_MARK_READ_LAST
         ;
         used = (mem.used != 0) /* step: order_file.read_mark */
#endif
       };
       promise = mem.promised; /* step: order_file.read_promise */
       d_step { no_order = (mem.high == 0 && mem.low == 0) }; /* step: order_file.read_order */
#ifdef BUT_THE_MARK_READ_LAST
       used = (mem.used != 0);
#endif
       assert(!(no_order && promise == 0 && used)); /* step: order_file.emptied */
#ifndef BUT_THE_FOLDER_UNFLUSHED
       if :: promise == 0 -> folder_flushed = true :: else fi; /* step: order_file.folder */
#endif
       if
       :: name != 0 && name == mem.boot && !(no_order && promise != 0) /* step: order_file.same_boot */
#ifdef BUT_NAMELESS_IS_THE_SAME
       :: name == 0
#endif
       :: else ->
#ifdef BUT_NAMED_BEFORE_BROUGHT
          if :: name != 0 -> STORE(boot, name) :: else fi;
#endif
          do
          :: d_step { /* step: order_file.reached */
               high = mem.high;
               low = mem.low;
               reached = promise;
               if
               :: (high == 0 && low == 0)
#ifndef BUT_A_HALF_IS_A_VALUE
               :: high == 0 && low != 0
#endif
               :: else ->
#ifndef BUT_BEHIND_THE_PROMISE_ALONE
#ifdef BUT_BEHIND_THE_ORDER_ALONE
                  reached = ZERO_AT - high
#else
                  if :: ZERO_AT - high > reached -> reached = ZERO_AT - high :: else fi
#endif
#endif
               fi;
               assert(reached < ZERO_AT); /* no order is rejected */
               next = VALUE(reached + 1, 0)
             };
             replace(); /* step: order_file.bring_over */
             if :: fits -> break :: else fi
          od;
          if
          :: name != 0 ->
             flush(fine); /* step: order_file.flush_order */
             if :: !fine -> goto closed :: else fi;
             STORE(boot, name); /* step: order_file.name_boot */
             flush(fine); /* step: order_file.flush_name */
             if :: !fine -> goto closed :: else fi
          :: else
          fi
       fi;
       d_step { opening = 0; FORGET }; /* step: order_file.unlock */
       do
       :: left > 0 -> /* next() */
          left--;
          do
          :: atomic {
               asked = greatest;
               high = mem.high;
               low = mem.low;
               if /* the clock, which may go back */
               :: reached = 1
               :: reached = CLOCK_END
               fi;
               if
               :: (high == 0 && low == 0) || reached > ZERO_AT - high -> next = VALUE(reached, 0)
               :: else ->
                  if
                  :: low == 1 -> next = VALUE(ZERO_AT - high, 1)
                  :: else -> next = VALUE(ZERO_AT - high + 1, 0)
                  fi
               fi;
               reached = next >> 1
             };
             replace(); /* step: order_file.take */
             if :: fits -> break :: else fi
          od;
          fine = true;
          if
          :: reached <= mem.durable /* step: order_file.covered */
          :: else ->
             atomic { /* step: order_file.promise */
               promise = reached + 1;
#ifdef LONG_PROMISES
               if :: promise++ :: true fi;
#endif
               RAISE(promised, promise)
             };
#ifdef BUT_MARKED_BEFORE_FLUSH
             STORE(used, 1);
#endif
#ifdef BUT_DURABLE_BEFORE_FLUSH
             RAISE(durable, promise);
#endif
#ifndef BUT_UNFLUSHED
             flush(fine); /* step: order_file.flush_promise */
#endif
#ifdef BUT_FAILED_FLUSH_COUNTS
             fine = true;
#endif
             if
             :: fine ->
                STORE(used, 1); /* step: order_file.mark */
                RAISE(durable, promise) /* step: order_file.durable */
             :: else
             fi
          fi;
          d_step {
            if
            :: fine ->
               assert(((returned >> next) & 1) == 0);
               assert(next > asked);
               returned = returned | (1 << next);
               if :: next > greatest -> greatest = next :: else fi
            :: else
            fi;
            FORGET
          }
       :: break /* it closes the file */
       od;
closed:
       if :: opening == me -> opening = 0 :: else fi
     } unless {
       atomic {
         my_boot != 0 && (my_boot != boot || killed == me) ->
         if :: killed == me -> killed = 0 :: else fi;
         if :: opening == me -> opening = 0 :: else fi
       }
     };
     d_step { my_boot = 0; FORGET }
  od
}

init {
  atomic {
    make();
    run user(1);
    if :: OTHERS_TURNS > 0 -> run user(2) :: else fi
  }
}
