/* The windows of one number of a pool: holders that swap its record in a store, and the timestamps that they use.
 *
 * Nothing counts turns: each holder acquires, uses, renews, releases and dies as often as it likes, and is paused while it
 * does nothing. A clock reads anything at any time, so a window may end at any time after H. A swap without an answer was
 * done, is never done, or is done later, whatever its sender does by then; any number of them may be on their way.
 *
 * holds: two holders   -DHOLDERS=2 -DEND=5
 * holds: three holders -DHOLDERS=3 -DEND=3
 * fails: BUT_HELD_WITHOUT_PROOF      assertion -DHOLDERS=2 -DEND=4
 * fails: BUT_RAISED_WITHOUT_PROOF    assertion -DHOLDERS=2 -DEND=4
 * fails: BUT_READ_BACK_WITHOUT_NONCE assertion -DHOLDERS=2 -DEND=4
 * fails: BUT_NOT_COMPARED            assertion -DHOLDERS=2 -DEND=4
 * fails: BUT_NOT_PAST                assertion -DHOLDERS=2 -DEND=4
 * fails: BUT_FROM_THE_CLOCK_ALONE    assertion -DHOLDERS=2 -DEND=4
 * fails: BUT_PAST_THE_END            assertion -DHOLDERS=2 -DEND=4
 * fails: BUT_RENEWED_DOWN            assertion -DHOLDERS=2 -DEND=4
 * fails: BUT_RELEASED_BELOW_THE_LAST assertion -DHOLDERS=2 -DEND=4
 * fails: BUT_USED_AFTER_RELEASE      assertion -DHOLDERS=2 -DEND=4
 */
#define TIMES (END + 1) /* timestamps 1 to END, and 0 for a number that was never used */
#define NOBODY 0        /* the nonce after a release, and every nonce that was given up: fewer states */
#define BIT(time, whose) (1 << ((whose) * TIMES + (time)))
#define ALL_OF_NOBODY (BIT(0, 1) - 1)

mtype = { seeking, acquiring, holding, reading_back };
mtype = { done, lost, unknown };

/* The record has H, a nonce and a count. The count makes each record a new one, so whoever knows an earlier one will never
   swap. Instead of counts there is, for each holder, whether it knows the present record; and of the swaps that are on
   their way those that were sent with it, since the others change nothing. */
byte high;               /* H */
byte nonce;              /* a holder's number, or NOBODY */
bool knows[HOLDERS + 1];
int late;                /* the records that late swaps put there, one bit each */
int used;                /* every timestamp that was used, one bit each */

inline put(time, whose) {
  high = time;
  nonce = whose;
#ifndef BUT_NOT_COMPARED
  late = 0;
  for (i : 1 .. HOLDERS) { knows[i] = false };
  i = 0
#endif
}
inline swap(time, whose) {
  if
  :: knows[me] -> put(time, whose); knows[me] = true; answer = done
  :: knows[me] -> put(time, whose); answer = unknown
  :: knows[me] -> late = late | BIT(time, whose); answer = unknown
  :: answer = unknown /* and never done */
  :: !knows[me] -> answer = lost
  fi
}

active proctype store() {
  byte i, which;
end:
  do
  :: atomic { /* a late swap */
       late != 0 ->
       do
       :: (late >> which) & 1 -> break
       :: (late >> which) > 1 -> which++
       od;
       late = late & ~(1 << which);
       put(which % TIMES, which / TIMES);
       which = 0
     }
  od
}

/* Any time of these. */
inline choose(from, until) {
  to = from;
  do
  :: to < until -> to++
  :: break
  od
}
inline give_up() {
  if :: nonce == me -> nonce = NOBODY :: else fi;
  late = late | ((late >> (me * TIMES)) & ALL_OF_NOBODY);
  late = late & ~(ALL_OF_NOBODY << (me * TIMES));
  at = seeking; last = 0; end = 0; knows[me] = false
}
#define FORGET to = 0; answer = 0

/* A swap and its answer are one step: while an answer is on its way, its holder uses what it might have used before. */
proctype holder(byte me) {
  mtype at = seeking, answer;
  byte i, to;
  byte last; /* the last timestamp that it used, at first the one before its window */
  byte end;  /* of its window; 0 while it has none */
end_of_all_times:
  do
  :: atomic {
       at == seeking && high < END -> /* step: node_window.read */
       knows[me] = true;
       last = high;
       at = acquiring
     }
  :: atomic {
       at == acquiring ->
#ifdef BUT_NOT_PAST
       choose(1, END);
#else
       choose(last + 1, END); /* step: node_window.past */
#endif
       swap(to, me); /* step: node_window.acquire */
#ifdef BUT_HELD_WITHOUT_PROOF
       if :: answer == unknown -> answer = done :: else fi;
#endif
       if
       :: answer == done -> /* step: node_window.acquired */
          at = holding;
          end = to;
#ifdef BUT_FROM_THE_CLOCK_ALONE
          last = 0
#endif
       :: else -> give_up() /* step: node_window.not_acquired */
       fi;
       FORGET
     }
  :: atomic { /* its own order tells ids of one timestamp apart, so each is used once here */
#ifdef BUT_PAST_THE_END
       end != 0 && last < END ->
       choose(last + 1, END);
#else
       last < end -> /* step: node_window.until_high */
       choose(last + 1, end); /* step: node_window.after_low */
#endif
       assert(((used >> to) & 1) == 0);
       used = used | (1 << to);
       last = to;
       FORGET
     }
  :: atomic {
       at == holding ->
#ifdef BUT_RENEWED_DOWN
       choose(1, END);
#else
       choose(end, END);
#endif
       swap(to, me); /* step: node_window.renew */
#ifdef BUT_RAISED_WITHOUT_PROOF
       if :: answer == unknown -> answer = done :: else fi;
#endif
       if
       :: answer == done -> if :: to > end -> end = to :: else fi /* step: node_window.renewed */
       :: else -> at = reading_back /* step: node_window.not_renewed */
       fi;
       FORGET
     }
  :: atomic {
       at == reading_back ->
       if
#ifdef BUT_READ_BACK_WITHOUT_NONCE
       :: true ->
#else
       :: nonce == me ->
#endif
          knows[me] = true;
          if :: high > end -> end = high :: else fi; /* step: node_window.read_back */
          at = holding
       :: else -> give_up() /* step: node_window.taken_over */
       fi
     }
  :: atomic {
       at == holding ->
       to = last;
#ifdef BUT_RELEASED_BELOW_THE_LAST
       if :: to > 0 -> to-- :: else fi;
#endif
       swap(to, NOBODY); /* step: node_window.release */
#ifndef BUT_USED_AFTER_RELEASE
       give_up(); /* step: node_window.close */
#endif
       FORGET
     }
  :: atomic { at != seeking -> give_up() } /* it dies, and another one comes */
  od
}

init {
  byte i;
  atomic {
    for (i : 1 .. HOLDERS) { run holder(i) };
    i = 0
  }
}
