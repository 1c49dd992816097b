/* The word of an order in memory: threads of a process, one of them killed, and the threads of a forked child.
 *
 * A value has a timestamp and a lower half: bits that are drawn, above a counter of two. The word keeps both halves
 * inverted, so that zeros are no value. Each access of a half is a step; the others may do anything in between.
 *
 * holds: two threads           -DTHREADS=2 -DIDS=3
 * holds: three, one is killed  -DTHREADS=3 -DIDS=1 -DKILL
 * holds: two, one is killed    -DTHREADS=2 -DIDS=3 -DBEGIN_AFTER=1 -DKILL
 * holds: a fork, drawn         -DTHREADS=1 -DIDS=2 -DCHILDREN=2 -DCHILD_IDS=1 -DBEGIN_AFTER=1 -DDRAWN
 * holds: a fork, nothing drawn -DTHREADS=1 -DIDS=3 -DCHILDREN=1 -DCHILD_IDS=2 -DBEGIN_AFTER=1
 * fails: BUT_NO_SECOND_LOOK       assertion -DTHREADS=2 -DIDS=2
 * fails: BUT_COMPARED_THEN_STORED assertion -DTHREADS=2 -DIDS=2
 * fails: BUT_HALVES_STORED_APART  assertion -DTHREADS=2 -DIDS=2
 * fails: BUT_A_LOCK               end state -DTHREADS=2 -DIDS=2 -DKILL
 * fails: BUT_THE_SAME_MILLISECOND assertion -DTHREADS=1 -DIDS=2 -DCHILDREN=1 -DCHILD_IDS=1 -DDRAWN
 * fails: BUT_NEVER_FORKED         assertion -DTHREADS=1 -DIDS=2 -DCHILDREN=1 -DCHILD_IDS=1
 * fails: BUT_BEGIN_AFTER_A_FORK   assertion -DTHREADS=1 -DIDS=2 -DCHILDREN=1 -DCHILD_IDS=2 -DBEGIN_AFTER=1
 * fails: BUT_KEPT_BEFORE_TAKEN    assertion -DTHREADS=1 -DIDS=2 -DCHILDREN=2 -DCHILD_IDS=1 -DDRAWN
 */
#ifndef CHILDREN
#define CHILDREN 0
#endif
#define ZERO_AT 15   /* the timestamp whose inverse is zero */
#define VALUE(time, low) ((time) * 8 + (low))

typedef space {  /* the memory of a process */
  byte high;     /* inverted: ZERO_AT - timestamp */
  byte low;      /* inverted: 7 - lower half */
  byte forks;    /* the count of forks where the order began */
  byte greatest; /* of the values that were returned, and the end of what begin_after passed over */
  bool locked;
};
space mem[2];      /* the parent's memory and the child's */
int taken[4];     /* every value that was ever in a word, one bit each */
bool killed;

#define IS_TAKEN(v) (((taken[(v) >> 5]) >> ((v) & 31)) & 1)

/* What is loaded is a value that the word had, or none. */
inline load() {
  high = mem[s].high; /* step: order_word.load_high */
  do
  :: low = mem[s].low; /* step: order_word.load_low */
#ifdef BUT_NO_SECOND_LOOK
     break
#else
     d_step { /* step: order_word.load_again */
       again = (mem[s].high != high);
       high = mem[s].high
     };
     if :: !again -> break :: else fi
#endif
  od;
  atomic { /* spin lets no loop end in front of a d_step */
    some = (high != 0 || low != 0);
    time = ZERO_AT - high;
    rest = 7 - low;
    assert(!some || IS_TAKEN(VALUE(time, rest)))
  }
}

#ifdef DRAWN
#define BITS (s + 1) /* parent and child draw different bits */
#else
#define BITS 0
#endif

/* The value after the one that was loaded, or the first of the timestamp `when`. A full millisecond runs ahead. */
inline choose() {
  d_step {
    if
    :: some && !begins && when <= time && (rest & 1) == 0 -> when = time; next = VALUE(time, rest + 1)
    :: else ->
       if :: some && when <= time -> when = time + 1 :: else fi;
       next = VALUE(when, BITS * 2)
    fi;
    time = 0; rest = 0; when = 0; some = false; begins = false /* no longer needed: fewer states */
  }
}

/* `fits` is whether the word still was what was loaded. */
inline take() {
#ifdef BUT_A_LOCK
  atomic { !mem[s].locked -> mem[s].locked = true };
#endif
#ifdef BUT_COMPARED_THEN_STORED
  fits = (mem[s].high == high && mem[s].low == low);
#endif
  d_step { /* step: order_word.take */
#ifndef BUT_COMPARED_THEN_STORED
    fits = (mem[s].high == high && mem[s].low == low);
#endif
    if
    :: fits ->
       assert(!IS_TAKEN(next));
       taken[next >> 5] = taken[next >> 5] | (1 << (next & 31));
       mem[s].high = ZERO_AT - (next >> 3);
#ifndef BUT_HALVES_STORED_APART
       mem[s].low = 7 - (next & 7)
#endif
    :: else
    fi;
    high = 0; low = 0; again = false
  };
#ifdef BUT_HALVES_STORED_APART
  if :: fits -> mem[s].low = 7 - (next & 7) :: else fi;
#endif
#ifdef BUT_A_LOCK
  mem[s].locked = false;
#endif
}

#define KEEP mem[s].forks = forks

proctype thread(byte s; byte forks; byte ids; bool mortal) {
  byte high, low, time, rest, when, next, asked, left = ids;
  bool again, some, begins, fits, inherited;
  {
    do
    :: left == 0 -> break
    :: left > 0 -> /* next() */
       d_step { left--; asked = mem[s].greatest };
       do
       :: if :: when = 1 :: when = 2 fi; /* step: order_word.clock, which may go back */
          inherited = (mem[s].forks != forks); /* step: order_word.inherited */
#if !defined(DRAWN) && !defined(BUT_NEVER_FORKED)
          if :: inherited -> break :: else fi; /* fault::forked */
#endif
#ifdef BUT_KEPT_BEFORE_TAKEN
          KEEP;
#endif
          load();
#ifdef BUT_THE_SAME_MILLISECOND
          begins = false;
#else
          begins = inherited;
#endif
          choose();
          take();
          if :: !fits :: else ->
             KEEP; /* step: order_word.keep */
             d_step { /* returned */
               assert(next > asked);
               if :: next > mem[s].greatest -> mem[s].greatest = next :: else fi
             };
             break
          fi
       od
#ifdef BEGIN_AFTER
    :: left == ids -> /* begin_after(BEGIN_AFTER), once */
       left--;
       inherited = (mem[s].forks != forks); /* step: order_word.begin_inherited */
       do
       ::
#if !defined(DRAWN) && !defined(BUT_BEGIN_AFTER_A_FORK)
          if :: inherited -> break :: else fi;
#endif
          load();
          if
          :: some && time > BEGIN_AFTER -> fits = true
          :: else ->
             d_step { begins = true; when = BEGIN_AFTER + 1; choose() };
             take(); /* step: order_word.begin */
             if :: fits -> KEEP :: else fi
          fi;
          if :: !fits :: else ->
             d_step {
               next = VALUE(BEGIN_AFTER, 7);
               if :: next > mem[s].greatest -> mem[s].greatest = next :: else fi
             };
             break
          fi
       od
#endif
    od
  } unless { mortal && killed }
}

init {
  byte i;
  atomic {
    mem[0].forks = 1;
    for (i : 1 .. THREADS) { run thread(0, 1, IDS, i == 1) }
  };
#if CHILDREN > 0
  atomic {
    mem[1].high = mem[0].high;
    mem[1].low = mem[0].low;
    mem[1].forks = mem[0].forks;
    mem[1].greatest = mem[0].greatest;
    for (i : 1 .. CHILDREN) { run thread(1, 2, CHILD_IDS, false) }
  }
#endif
#ifdef KILL
  killed = true
#endif
}
