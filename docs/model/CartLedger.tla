------------------------------ MODULE CartLedger ------------------------------
(* The cart ledger of one customer: browsers, plain forms, shop instances, store and ERP, as the code of            *)
(* app/ordering/cart/sync does it. One action of this module is one store update, one ERP call or one landing of a  *)
(* write. README.md says what is left out, what the scenes are and what each configuration must give.               *)
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS
  Scene,        \* which transactions there are, see Tx
  Insts,        \* shop instances
  InitCart,     \* TRUE: a cart with one piece of product 1 is open at the start, and known
  PathNames,    \* TRUE: CART_SYNC_PATH names the cart (a stale uuid is ignored by the ERP)
  Lease, Needed, Deadline, ErpMax, Fresh,   \* times in ticks
  LateBy,       \* ticks by which the ERP may exceed ErpMax (0: it keeps its limit)
  \* how often each fault may happen
  MaxLost,      \* answers of the ERP that are lost, and writes that never arrive
  Max500,       \* JSON 500, rolled back
  MaxNotSent,   \* 503, refused connection
  MaxCrash, MaxPause, MaxThrow, \* instance dies, stands still; a store call fails
  MaxEpoch,     \* the store loses everything, its epoch changes
  MaxFailover,  \* the store loses its last acknowledged write, same epoch
  MaxForeign,   \* a colleague changes the cart
  MaxOrder,     \* the cart becomes an order elsewhere
  MaxOther,     \* another client makes a cart beside ours
  MaxStray,     \* first copy of a batch that arrives late, after the browser has given it up
  MaxPosts,     \* how often one form is posted
  MaxRead,      \* reads of the ERP that fail
  Dedupes,      \* TRUE: ERP_DEDUPES_TX, the ERP skips a transaction that it knows
  TwoCarts,     \* TRUE: the ERP looks for the open cart before it writes, so that parallel first calls make two
  Ahead,        \* ticks by which the clock of instance 2 is ahead
  PauseAt,      \* steps at which an instance may stand still; {} is everywhere
  Mutation,     \* "none", or the name of a revert
  Fix           \* {} or names of repairs, see README

VARIABLES
  doc, prev,              \* the ledger; the ledger before its last write (for a failover)
  lease, held,            \* [by, t]; ticks that "held" still has
  epoch, since,           \* number of the memory; ticks until epoch.since + ErpMax
  carts, nextU, orders,   \* the ERP: open carts, newest last
  flights,                \* writes that may still land
  pc, run,                \* instances
  lrem,                   \* what an instance believes to be left of its lease
  paused,
  br, mem, bv, txcart, stray,   \* browsers
  posted,                 \* forms
  told, applied, flip, flop, wrong, astray, ooo, two, foreign,   \* ghosts
  budget

vars == <<doc, prev, lease, held, epoch, since, carts, nextU, orders, flights, pc, run, lrem, paused,
          br, mem, bv, txcart, stray, posted, told, applied, flip, flop, wrong, astray, ooo, two, foreign, budget>>

-------------------------------------------------------------------------------
(* Scenes. p: product, q: signed quantity, src: "form" or a browser, bad: the ERP never takes it. *)
X(p, q, src) == [p |-> p, q |-> q, to |-> -1, src |-> src, bad |-> FALSE]
(* A typed quantity: the browser sends the target, and the delta that it saw beside it. *)
Typed(p, n, src) == [X(p, n, src) EXCEPT !.to = n]
Tx == CASE Scene = "form"     -> <<X(1, 1, "form")>>
        [] Scene = "island"   -> <<X(1, 1, "d1")>>
        [] Scene = "forms"    -> <<X(1, 1, "form"), X(1, 1, "form")>>
        [] Scene = "islands"  -> <<X(1, 1, "d1"), X(1, 1, "d1")>>
        [] Scene = "devices"  -> <<X(1, 1, "d1"), X(1, 1, "d2")>>
        [] Scene = "dist"     -> <<X(1, 1, "d1"), X(1, 2, "form")>>
        [] Scene = "distd"    -> <<X(1, 1, "d1"), X(1, 2, "d2")>>
        [] Scene = "mixed"    -> <<X(1, 1, "d1"), X(1, 1, "form")>>
        [] Scene = "mixed2"   -> <<X(1, 1, "d1"), X(2, 1, "form")>>
        [] Scene = "order"    -> <<X(1, -2, "form"), X(1, 1, "form")>>
        [] Scene = "orderd"   -> <<X(1, -2, "d1"), X(1, 1, "d1")>>
        [] Scene = "poison"   -> <<X(1, 1, "form"), [X(2, 1, "form") EXCEPT !.bad = TRUE]>>
        [] Scene = "poisond"  -> <<X(1, 1, "d1"), [X(2, 1, "d1") EXCEPT !.bad = TRUE]>>
        [] Scene = "three"    -> <<X(1, -2, "d1"), X(1, 1, "d1"), X(2, 1, "form")>>
        [] Scene = "undo"     -> <<X(1, 1, "d1"), X(1, -1, "d1")>>
        [] Scene = "typed"    -> <<Typed(1, 2, "d1")>>
        [] Scene = "typedf"   -> <<Typed(1, 2, "form")>>
        [] Scene = "typedd"   -> <<Typed(1, 2, "d1"), Typed(1, 3, "d2")>>
        [] Scene = "retyped"  -> <<Typed(1, 2, "d1"), Typed(1, 0, "d1")>>
        [] Scene = "threed"   -> <<X(1, 1, "d1"), X(1, 1, "d2"), X(1, 1, "form")>>
T == DOMAIN Tx
Prods == {Tx[t].p : t \in T}
Forms == {t \in T : Tx[t].src = "form"}
Devs == {Tx[t].src : t \in T \ Forms}
Final == {"acked", "rejected", "review", "dropped"}

Rng(s) == {s[k] : k \in DOMAIN s}
Max2(a, b) == IF a > b THEN a ELSE b
(* q: the delta of each transaction, as it is sent. *)
RECURSIVE Sum(_, _, _)
Sum(s, p, q) == IF s = <<>> THEN 0
                ELSE (IF Tx[Head(s)].p = p THEN q[Head(s)] ELSE 0) + Sum(Tail(s), p, q)
Zero == [p \in Prods |-> 0]
Ap(l, s, q) == [p \in Prods |-> Max2(0, l[p] + Sum(s, p, q))]
Given == [t \in T |-> Tx[t].q]
(* recomputeDeltas: the deltas of s against the lines l. *)
RECURSIVE Plan(_, _, _)
Plan(l, s, q) ==
  IF s = <<>> THEN q
  ELSE LET t == Head(s)
           n == IF Tx[t].to = -1 \/ Mutation = "deltas" THEN Tx[t].q ELSE Tx[t].to - l[Tx[t].p]
       IN Plan([l EXCEPT ![Tx[t].p] = @ + n], Tail(s), [q EXCEPT ![t] = n])
Without(s, S) == SelectSeq(s, LAMBDA t : t \notin S)
Only(s, S) == SelectSeq(s, LAMBDA t : t \in S)
Ordered(S) == SelectSeq([k \in 1..Len(Tx) |-> k], LAMBDA t : t \in S)

None == [u |-> 0, l |-> Zero]
Open == IF carts = <<>> THEN None ELSE carts[Len(carts)]

-------------------------------------------------------------------------------
(* The ledger document (ledger.server.ts) and its rules (ledger-rules.server.ts).                                    *)
(* su -1: no snapshot. dd: a write is in doubt; dt, du, dl, dor, un: its transactions, cart and lines before,        *)
(* orders when it left, ticks until it is looked at. who: not in the code, for the repair "owner".                   *)
Empty == [su |-> -1, sl |-> Zero, sf |-> 0, q |-> <<>>, dd |-> FALSE, dt |-> <<>>, du |-> 0, dl |-> Zero,
          dq |-> Given, sn |-> {}, dor |-> 0, un |-> 0, who |-> 0, st |-> [t \in T |-> "none"], fa |-> [t \in T |-> 0]]
Uu(d) == IF d.su = -1 THEN 0 ELSE d.su
Known(d, t) == d.st[t] # "none" \/ t \in Rng(d.q) \/ (d.dd /\ t \in Rng(d.dt))
Settle(d, S, s) == [d EXCEPT !.st = [t \in T |-> IF t \in S /\ ("final" \notin Fix \/ @[t] = "none") THEN s ELSE @[t]],
                             !.dt = Without(@, S),
                             !.fa = [t \in T |-> IF t \in S THEN 0 ELSE @[t]],
                             !.q = Without(@, S)]
NoDoubt(d) == [d EXCEPT !.dd = FALSE, !.dt = <<>>, !.du = 0, !.dl = Zero, !.dq = Given, !.dor = 0, !.un = 0, !.who = 0]
ClearDoubt(d) == NoDoubt([d EXCEPT !.q = Only(d.dt, Forms) \o @])
Withdraw(d, b) == LET c == ClearDoubt(d)
                      lost == SelectSeq(b, LAMBDA t : t \in Forms /\ ~Known(c, t))
                  IN [c EXCEPT !.q = lost \o @]
Begin(d, b, q, until, w) ==
  [d EXCEPT !.q = Without(@, Rng(b)), !.dd = TRUE, !.dt = b, !.du = Uu(d), !.dl = d.sl, !.dq = q, !.dor = orders,
            !.un = until, !.who = w]
Extend(d, g, until) ==
  LET lost == SelectSeq(g.b, LAMBDA t : ~Known(d, t))
  IN IF ~d.dd /\ lost = <<>> THEN d
     ELSE IF d.dd /\ d.who = g.w THEN [d EXCEPT !.un = until]
     ELSE IF d.dd /\ lost = <<>> THEN d
     ELSE IF d.dd THEN [d EXCEPT !.dt = @ \o lost, !.un = Max2(@, until), !.who = 99]
     ELSE [d EXCEPT !.dd = TRUE, !.dt = lost, !.du = g.u, !.dl = g.l, !.dq = g.q, !.dor = g.o, !.un = until, !.who = g.w]
TakeSale(d, s) == [d EXCEPT !.su = s.u, !.sl = s.l, !.sf = Fresh]
Verify(u, l, b, q, s) ==
  IF u # 0 /\ u # s.u THEN "unclear"
  ELSE IF s.l = Ap(l, b, q) THEN "applied"
  ELSE IF "firstcart" \in Fix /\ u = 0 /\ s.u # 0 THEN "unclear"
  ELSE IF s.l = l THEN "not" ELSE "unclear"
(* An ERP that skips known transactions: what left once may be in a cart that is gone. *)
Resend(d) == [ClearDoubt(d) EXCEPT !.sn = @ \cup Rng(d.dt)]
Verdict(d, b, v) ==
  IF v = "not" THEN d
  ELSE LET e == Settle(d, Rng(b), IF v = "applied" THEN "acked" ELSE "review")
       IN IF e.dd THEN [e EXCEPT !.dt = Without(@, Rng(b))] ELSE e
Interpret(u, b, q, s) ==
  LET wanted == Ap(Zero, b, q) IN
  IF u = 0 THEN (IF s.u = 0 /\ wanted # Zero THEN "review" ELSE "acked")
  ELSE IF s.u = u THEN "acked"
  ELSE IF PathNames \/ wanted = Zero THEN "dropped"
  ELSE IF \A p \in Prods : s.l[p] >= wanted[p] THEN "review" ELSE "dropped"
Orphans(S, u) == {t \in S : txcart[t] # 0 /\ txcart[t] # u}

(* Every change of the document: what the customer is told, and whether a final state changes. *)
Put(d) ==
  /\ doc' = d
  /\ prev' = IF MaxFailover > 0 THEN doc ELSE prev
  /\ told' = told \cup {t \in T : d.st[t] \in {"review", "rejected", "dropped"}}
  /\ flip' = (flip \/ \E t \in T : doc.st[t] # "none" /\ d.st[t] # doc.st[t])
  /\ flop' = (flop \/ \E t \in T : /\ doc.st[t] # "none" /\ d.st[t] # doc.st[t]
                               /\ ~(doc.st[t] = "review" /\ d.st[t] = "acked"))
  /\ wrong' = (wrong \/ \E t \in T : d.st[t] # doc.st[t] /\ d.st[t] \in {"dropped", "rejected"} /\ applied[t] > 0)

-------------------------------------------------------------------------------
Idle == [loc |-> Empty, d |-> "page", b |-> <<>>, m |-> [ep |-> -1, u |-> 0, l |-> Zero, f |-> FALSE], todo |-> <<>>,
         blk |-> {}, fails |-> 0, sale |-> None, n |-> 0, dl |-> 0, st |-> "",
         g |-> [b |-> <<>>, u |-> 0, l |-> Zero, q |-> Given, o |-> 0, w |-> 0]]
NoMem == [ep |-> -1, u |-> 0, l |-> Zero, f |-> FALSE]

Init ==
  LET c == [u |-> 1, l |-> [p \in Prods |-> IF p = 1 THEN 1 ELSE 0]] IN
  /\ carts = IF InitCart THEN <<c>> ELSE <<>>
  /\ doc = IF InitCart THEN TakeSale(Empty, c) ELSE Empty
  /\ prev = doc
  /\ bv = [d \in Devs |-> IF InitCart THEN [ep |-> 0, u |-> 1, l |-> c.l] ELSE [ep |-> 0, u |-> 0, l |-> Zero]]
  /\ nextU = IF InitCart THEN 2 ELSE 1
  /\ orders = 0 /\ flights = {} /\ lease = [by |-> 0, t |-> 0] /\ held = 0 /\ epoch = 0 /\ since = 0
  /\ pc = [i \in Insts |-> "idle"] /\ run = [i \in Insts |-> Idle] /\ lrem = [i \in Insts |-> 0] /\ paused = 0
  /\ br = [t \in T |-> IF t \in Forms THEN "none" ELSE "new"]
  /\ mem = [d \in Devs |-> NoMem]
  /\ txcart = [t \in T |-> 0] /\ stray = {} /\ posted = [t \in T |-> 0]
  /\ told = {} /\ applied = [t \in T |-> 0]
  /\ flip = FALSE /\ flop = FALSE /\ wrong = FALSE /\ astray = FALSE /\ ooo = FALSE /\ two = FALSE /\ foreign = FALSE
  /\ budget = [lost |-> MaxLost, e500 |-> Max500, nosend |-> MaxNotSent, crash |-> MaxCrash, pause |-> MaxPause,
               thro |-> MaxThrow, ep |-> MaxEpoch, fo |-> MaxFailover, foreign |-> MaxForeign, order |-> MaxOrder,
               other |-> MaxOther, stray |-> MaxStray, read |-> MaxRead]

Spend(k) == budget[k] > 0 /\ budget' = [budget EXCEPT ![k] = @ - 1]
Go(i) == paused # i

ErpVars == <<carts, nextU, orders, flights, applied, ooo, astray>>
BrVars == <<br, mem, bv, txcart, stray, posted>>
StoreVars == <<doc, prev, told, flip, flop, wrong>>
Rest == <<lease, held, epoch, since, lrem, paused, two, foreign>>

-------------------------------------------------------------------------------
(* Requests. A run that could only say "being verified" is not begun: it changes nothing. *)
(* The deadline of a write is in the clock of the instance that sent it; the hold is in the clock of the store. *)
Skew == [i \in {1, 2} |-> IF i = 2 THEN Ahead ELSE 0]
Left(i, d) == d.un - Skew[i]
Due(i, d) == ~d.dd \/ Dedupes \/ Mutation = "nowait" \/ Left(i, d) > Lease + ErpMax \/ (Left(i, d) <= 0 /\ held = 0)

Begins(i, d, b, m) ==
  /\ Go(i) /\ pc[i] = "idle" /\ lease.t = 0 /\ Due(i, doc)
  /\ lease' = [by |-> i, t |-> Lease]
  /\ lrem' = [lrem EXCEPT ![i] = Lease]
  /\ pc' = [pc EXCEPT ![i] = "resolve"]
  /\ run' = [run EXCEPT ![i] = [Idle EXCEPT !.loc = doc, !.d = d, !.b = b, !.m = m]]
  /\ UNCHANGED <<doc, prev, told, flip, flop, wrong, held, epoch, since, paused, two, foreign, budget>>
  /\ UNCHANGED ErpVars

StartPage(i) ==
  /\ doc.dd \/ doc.q # <<>>
  /\ Begins(i, "page", <<>>, NoMem)
  /\ UNCHANGED BrVars

Frozen(d) == {t \in T : Tx[t].src = d /\ br[t] = "frozen"}
New(d) == {t \in T : Tx[t].src = d /\ br[t] = "new"}
MemDue(m) == m.ep = -1 \/ m.ep = epoch \/ Dedupes \/ since = 0 \/ doc.dd \/ Mutation = "noepoch"

(* What has left once leaves again as it was, with what was known when it first left. *)
StartFrozen(i, d) ==
  /\ Frozen(d) # {} /\ MemDue(mem[d])
  /\ Begins(i, d, Ordered(Frozen(d)), mem[d])
  /\ UNCHANGED BrVars

Freeze(d, S) ==
  /\ Frozen(d) = {} /\ S # {} /\ S \subseteq New(d)
  /\ \A t \in S, x \in New(d) : x < t => x \in S
  /\ br' = [t \in T |-> IF t \in S THEN "frozen" ELSE br[t]]
  /\ mem' = [mem EXCEPT ![d] = [ep |-> bv[d].ep, u |-> bv[d].u, l |-> bv[d].l, f |-> FALSE]]
  /\ txcart' = [t \in T |-> IF t \in S THEN bv[d].u ELSE txcart[t]]

FirstMem(d) == IF "firstepoch" \in Fix THEN [ep |-> bv[d].ep, u |-> bv[d].u, l |-> bv[d].l, f |-> TRUE] ELSE NoMem
StartFirst(i, d) == \E S \in SUBSET New(d) :
  /\ Freeze(d, S)
  /\ MemDue(FirstMem(d))
  /\ Begins(i, d, Ordered(S), FirstMem(d))
  /\ UNCHANGED <<bv, stray, posted>>

(* The first copy is lost on its way, or arrives later. *)
FirstLost(d) == \E S \in SUBSET New(d) :
  /\ Freeze(d, S)
  /\ \/ UNCHANGED <<stray, budget>>
     \/ Spend("stray") /\ stray' = stray \cup {<<d, Ordered(S), FirstMem(d)>>}
  /\ UNCHANGED <<bv, posted, pc, run>> /\ UNCHANGED ErpVars /\ UNCHANGED StoreVars /\ UNCHANGED Rest
StartStray(i) == \E x \in stray :
  /\ MemDue(x[3])
  /\ Begins(i, x[1], x[2], x[3])
  /\ stray' = stray \ {x}
  /\ UNCHANGED <<br, mem, bv, txcart, posted>>

Hear(d, x) ==
  /\ br' = [t \in T |-> IF Tx[t].src = d /\ br[t] = "frozen" /\ x.st[t] # "none" THEN "done" ELSE br[t]]
  /\ bv' = [bv EXCEPT ![d] = [ep |-> epoch, u |-> Uu(x), l |-> x.sl]]
  /\ mem' = IF \E t \in T : Tx[t].src = d /\ br'[t] = "frozen" THEN mem ELSE [mem EXCEPT ![d] = NoMem]

(* Answered from what is settled, while another request has the lease. *)
Poll(d) ==
  /\ \E t \in Frozen(d) : doc.st[t] # "none"
  /\ Hear(d, doc)
  /\ UNCHANGED <<txcart, stray, posted, pc, run, budget>>
  /\ UNCHANGED ErpVars /\ UNCHANGED StoreVars /\ UNCHANGED Rest

(* A plain form (form-sync.server.ts). One that is posted for the first time after the store has lost its memory may  *)
(* have been rendered before that or after it.                                                                       *)
Post(t) ==
  /\ posted[t] < MaxPosts
  /\ \A x \in Forms : x < t => posted[x] > 0
  /\ posted' = [posted EXCEPT ![t] = @ + 1]
  /\ IF Known(doc, t) /\ Mutation # "norepeat" THEN Put(doc) /\ UNCHANGED txcart
     ELSE \/ /\ epoch > 0 /\ Mutation # "noforgotten"
             /\ Put(Settle(doc, {t}, "review")) /\ UNCHANGED txcart
          \/ /\ epoch = 0 \/ posted[t] = 0 \/ Mutation = "noforgotten"
             /\ Put([doc EXCEPT !.q = Append(@, t)])
             /\ txcart' = [txcart EXCEPT ![t] = Uu(doc)]
  /\ UNCHANGED <<br, mem, bv, stray, pc, run, budget>>
  /\ UNCHANGED ErpVars /\ UNCHANGED Rest

-------------------------------------------------------------------------------
(* One turn under the lease (sync.server.ts, resolve.server.ts). *)
Release(i) == lease' = IF lease.by = i THEN [by |-> 0, t |-> 0] ELSE lease
Done(i) ==
  /\ pc' = [pc EXCEPT ![i] = "idle"] /\ run' = [run EXCEPT ![i] = Idle] /\ lrem' = [lrem EXCEPT ![i] = 0]
  /\ Release(i)
End(i) ==
  /\ Go(i) /\ pc[i] = "end" /\ Done(i)
  /\ \/ UNCHANGED <<br, bv, mem>>
     \/ run[i].d # "page" /\ Hear(run[i].d, run[i].loc)
  /\ UNCHANGED <<txcart, stray, posted, held, epoch, since, paused, two, foreign, budget>>
  /\ UNCHANGED ErpVars /\ UNCHANGED StoreVars

To(i, where) == pc' = [pc EXCEPT ![i] = where]
Note(i, d) == run' = [run EXCEPT ![i].loc = d]
Calm == UNCHANGED BrVars /\ UNCHANGED ErpVars

(* Repairs: what a holder of the lease writes is written only while it has it, or while the doubt is its own. *)
Mine(i) == "lease" \notin Fix \/ lrem[i] > 0
Own(i) == "owner" \notin Fix \/ ~doc.dd \/ doc.who = run[i].g.w

Step1(i, from, to) ==
  /\ Go(i) /\ pc[i] = from /\ To(i, to)
  /\ UNCHANGED <<run, budget>> /\ UNCHANGED StoreVars /\ UNCHANGED Rest /\ Calm

Resolve(i) ==
  LET d == run[i].loc IN
  \/ ~d.dd /\ Step1(i, "resolve", "recover")
  \/ /\ d.dd /\ Dedupes /\ Go(i) /\ pc[i] = "resolve" /\ To(i, "recover")
     /\ LET c == IF doc.dd /\ doc.who = d.who THEN Resend(doc) ELSE doc IN Put(c) /\ Note(i, c)
     /\ UNCHANGED budget /\ UNCHANGED Rest /\ Calm
  \/ d.dd /\ ~Dedupes /\ ~Due(i, d) /\ Step1(i, "resolve", "end")
  (* The clock of the sender was ahead: the wait begins again in the clock of this instance. *)
  \/ /\ d.dd /\ ~Dedupes /\ Left(i, d) > Lease + ErpMax /\ Go(i) /\ pc[i] = "resolve" /\ To(i, "end")
     /\ LET c == IF doc.dd /\ doc.who = d.who THEN [doc EXCEPT !.un = ErpMax + Skew[i]] ELSE doc IN Put(c) /\ Note(i, c)
     /\ UNCHANGED budget /\ UNCHANGED Rest /\ Calm
  \/ d.dd /\ ~Dedupes /\ Due(i, d) /\ Left(i, d) <= Lease + ErpMax /\ Step1(i, "resolve", "vread")

ReadCart(i, from, to) ==
  /\ Go(i) /\ pc[i] = from /\ To(i, to)
  /\ run' = [run EXCEPT ![i].sale = Open]
  /\ UNCHANGED budget /\ UNCHANGED StoreVars /\ UNCHANGED Rest /\ Calm

(* The ERP does not answer a read: the turn ends. *)
ReadFails(i) ==
  /\ Go(i) /\ pc[i] \in {"vread", "rread", "bread"} /\ To(i, "end") /\ Spend("read")
  /\ UNCHANGED run /\ UNCHANGED StoreVars /\ UNCHANGED Rest /\ Calm

(* The cart is taken and the verdict is recorded: two updates of the code in one. *)
DoVerdict(i) ==
  LET r == run[i]
      v0 == Verify(r.loc.du, r.loc.dl, r.loc.dt, r.loc.dq, r.sale)
      v == IF v0 = "not" /\ r.loc.du = 0 /\ r.sale.u = 0 /\ orders > r.loc.dor THEN "unclear" ELSE v0
      w == IF Mutation = "trustread" /\ v = "unclear" THEN "not" ELSE v
      same == "owner" \notin Fix \/ (doc.dd /\ doc.who = r.loc.who)
      d == ClearDoubt(Verdict(TakeSale(doc, r.sale), r.loc.dt, w))
  IN /\ Go(i) /\ pc[i] = "verdict"
     /\ IF Mine(i) /\ same THEN Put(d) /\ Note(i, d) /\ To(i, "recover")
        ELSE UNCHANGED StoreVars /\ Note(i, doc) /\ To(i, "end")
     /\ UNCHANGED budget /\ UNCHANGED Rest /\ Calm

Sent(i) == IF Dedupes /\ "resent" \in Fix THEN doc.sn \cup (IF run[i].m.ep # -1 /\ ~run[i].m.f THEN Rng(run[i].b) ELSE {})
           ELSE {}
SettleGone(d, S, i) == Settle(Settle(d, S \ Sent(i), "dropped"), S \cap Sent(i), "review")
Unknown(i) == {t \in Rng(run[i].b) : run[i].loc.st[t] = "none"}

(* The store knows that it has lost its memory; "losshold": whoever has something to send then waits. *)
Older(i) == ~Dedupes /\ run[i].m.ep # -1 /\ Unknown(i) # {} /\ run[i].m.ep # epoch /\ Mutation # "noepoch"
MustWait(i) == since > 0 /\ ~Dedupes /\ (Older(i) \/ ("losshold" \in Fix /\ epoch > 0 /\ (Unknown(i) # {} \/ run[i].loc.q # <<>>)))
Recover(i) ==
  \/ MustWait(i) /\ Step1(i, "recover", "end")
  \/ ~MustWait(i) /\ ~Older(i) /\ Step1(i, "recover", "rbw")
  \/ ~MustWait(i) /\ Older(i) /\ Step1(i, "recover", "rread")

DoRecover(i) ==
  LET r == run[i]
      lost == Ordered(Unknown(i))
      v0 == Verify(r.m.u, r.m.l, lost, Given, r.sale)
      v == IF "lossreview" \notin Fix THEN v0
           ELSE IF ~r.m.f \/ v0 # "not" \/ ("lossorders" \in Fix /\ r.m.u = 0) THEN "unclear" ELSE "not"
      d == Verdict(TakeSale(doc, r.sale), lost, v)
  IN /\ Go(i) /\ pc[i] = "rtake" /\ (Mine(i) \/ Mutation # "none")
     /\ Put(d) /\ Note(i, d) /\ To(i, "rbw")
     /\ UNCHANGED budget /\ UNCHANGED Rest /\ Calm
NotMine(i) == pc[i] \in {"rtake", "btake"} /\ ~Mine(i) /\ Step1(i, pc[i], "end")

ToSend(i) == LET r == run[i] IN r.loc.q \o Without(Ordered(Unknown(i)), Rng(r.loc.q))

BeforeWriting(i) ==
  \/ ToSend(i) = <<>> /\ Step1(i, "rbw", "end")
  \/ ToSend(i) # <<>> /\ run[i].loc.su # -1 /\ run[i].loc.sf > 0 /\ Step1(i, "rbw", "drop")
  \/ ToSend(i) # <<>> /\ (run[i].loc.su = -1 \/ run[i].loc.sf = 0) /\ Step1(i, "rbw", "bread")

DoTake(i) ==
  /\ Go(i) /\ pc[i] = "btake" /\ Mine(i)
  /\ LET d == TakeSale(doc, run[i].sale) IN Put(d) /\ Note(i, d)
  /\ To(i, "drop") /\ UNCHANGED budget /\ UNCHANGED Rest /\ Calm

Drop(i) ==
  LET r == run[i]
      gone == IF Mutation = "nodrop" THEN {} ELSE Orphans(Rng(ToSend(i)), Uu(r.loc))
      d == IF gone = {} THEN r.loc ELSE SettleGone(doc, gone, i)
      left == d.q \o SelectSeq(r.b, LAMBDA t : d.st[t] = "none" /\ t \notin Rng(d.q))
  IN /\ Go(i) /\ pc[i] = "drop"
     /\ IF gone = {} THEN UNCHANGED StoreVars ELSE Put(d)
     /\ run' = [run EXCEPT ![i].loc = d, ![i].todo = <<left>>]
     /\ To(i, "deliver") /\ UNCHANGED budget /\ UNCHANGED Rest /\ Calm

(* deliver.server.ts *)
Ready(i) == SelectSeq(Head(run[i].todo), LAMBDA t : Tx[t].p \notin run[i].blk)
Gone(i) == IF "halves" \in Fix THEN Orphans(Rng(Ready(i)), Uu(run[i].loc)) ELSE {}
Deltas(i) == Plan(run[i].loc.sl, Ready(i), Given)
Idles(i) == {t \in Rng(Ready(i)) : Tx[t].to # -1 /\ Deltas(i)[t] = 0}
Next1(i) ==
  \/ run[i].todo = <<>> /\ Step1(i, "deliver", "end")
  \/ /\ run[i].todo # <<>> /\ Ready(i) = <<>>
     /\ Go(i) /\ pc[i] = "deliver"
     /\ run' = [run EXCEPT ![i].todo = Tail(@)]
     /\ UNCHANGED <<pc, budget>> /\ UNCHANGED StoreVars /\ UNCHANGED Rest /\ Calm
  \/ /\ run[i].todo # <<>> /\ Ready(i) # <<>> /\ Gone(i) # {}
     /\ Go(i) /\ pc[i] = "deliver"
     /\ LET d == SettleGone(doc, Gone(i), i) IN
        /\ Put(d)
        /\ run' = [run EXCEPT ![i].loc = d, ![i].todo = <<Without(Head(@), Gone(i))>> \o Tail(@)]
     /\ UNCHANGED <<pc, budget>> /\ UNCHANGED Rest /\ Calm
  (* thoseThatChange: a typed quantity that the cart already has is settled without a call. *)
  \/ /\ run[i].todo # <<>> /\ Ready(i) # <<>> /\ Gone(i) = {} /\ Idles(i) # {}
     /\ Go(i) /\ pc[i] = "deliver"
     /\ LET d == Settle(doc, Idles(i), "acked") IN
        /\ Put(d)
        /\ run' = [run EXCEPT ![i].loc = d, ![i].todo = <<Without(Head(@), Idles(i))>> \o Tail(@)]
     /\ applied' = [t \in T |-> IF t \in Idles(i) THEN Max2(1, applied[t]) ELSE applied[t]]
     /\ UNCHANGED <<pc, budget, carts, nextU, orders, flights, ooo, astray>> /\ UNCHANGED Rest /\ UNCHANGED BrVars
  \/ /\ run[i].todo # <<>> /\ Ready(i) # <<>> /\ Gone(i) = {} /\ Idles(i) = {}
     /\ Step1(i, "deliver", IF lrem[i] < (IF Mutation = "nomargin" THEN 0 ELSE Needed) THEN "end" ELSE "record")

TakenOver(d, b, u) == d.dd \/ Uu(d) # u \/ \E t \in Rng(b) : d.st[t] # "none"
Record(i) ==
  LET b == Ready(i)
      late == TakenOver(doc, b, Uu(run[i].loc)) /\ Mutation # "notakenover"
      w == i
      d == IF late \/ Mutation = "norecord" THEN doc
           ELSE Begin(doc, b, Deltas(i), (IF Mutation = "shortuntil" THEN 0 ELSE lrem[i]) + ErpMax + Skew[i], w)
  IN /\ Go(i) /\ pc[i] = "record"
     /\ IF late THEN UNCHANGED StoreVars ELSE Put(d)
     /\ run' = [run EXCEPT ![i].loc = d, ![i].n = CHOOSE n \in 1..4 : \A f \in flights : f.by = i => f.n # n,
                           ![i].g = [b |-> b, u |-> Uu(d), l |-> d.sl, q |-> Deltas(i), o |-> orders, w |-> w]]
     /\ To(i, IF late THEN "end" ELSE "recorded")
     /\ UNCHANGED budget /\ UNCHANGED Rest /\ Calm

Check(i) ==
  /\ Go(i) /\ pc[i] = "recorded" /\ To(i, "call")
  /\ run' = [run EXCEPT ![i].dl = Deadline, ![i].st = "air"]
  /\ UNCHANGED budget /\ UNCHANGED StoreVars /\ UNCHANGED Rest /\ Calm

(* It has waited for a connection, or for a new token. *)
Send(i) ==
  LET f == [by |-> i, n |-> run[i].n, b |-> run[i].g.b, q |-> run[i].g.q, u |-> run[i].g.u,
        o |-> -1, ttl |-> ErpMax + LateBy] IN
  /\ Go(i) /\ pc[i] = "call" /\ To(i, "wait")
  /\ "sendcheck" \notin Fix \/ lrem[i] >= Deadline
  /\ flights' = flights \cup {f}
  /\ two' = (two \/ \E g \in flights : g.ttl > 0)
  /\ UNCHANGED <<run, budget, carts, nextU, orders, applied, ooo, astray, lease, held, epoch, since, lrem, paused, foreign>>
  /\ UNCHANGED StoreVars /\ UNCHANGED BrVars
(* Repair "sendcheck": a call that has no lease any more does not leave. *)
SendNot(i) ==
  /\ Go(i) /\ pc[i] = "call" /\ "sendcheck" \in Fix /\ lrem[i] < Deadline
  /\ To(i, "notsent")
  /\ UNCHANGED <<run, budget>> /\ UNCHANGED StoreVars /\ UNCHANGED Rest /\ Calm

Bad(b) == \E t \in Rng(b) : Tx[t].bad
Same(f, i) == f.by = i /\ f.n = run[i].n /\ pc[i] = "wait" /\ run[i].st = "air"

(* The ERP (contract 10.2 to 10.4). *)
Look(f) ==
  /\ TwoCarts /\ f.o = -1 /\ f.ttl > 0
  /\ flights' = (flights \ {f}) \cup {[f EXCEPT !.o = Open.u]}
  /\ UNCHANGED <<carts, nextU, orders, applied, ooo, astray, pc, run, budget>>
  /\ UNCHANGED StoreVars /\ UNCHANGED BrVars /\ UNCHANGED Rest
Land(f) ==
  LET fresh == (TwoCarts /\ f.o = 0) \/ Open.u = 0
      o == IF fresh THEN None ELSE Open
      ignored == f.u # 0 /\ f.u # o.u /\ PathNames
      b == IF Dedupes THEN SelectSeq(f.b, LAMBDA t : applied[t] = 0) ELSE f.b
      c == [u |-> IF fresh THEN nextU ELSE o.u, l |-> IF ignored THEN o.l ELSE Ap(o.l, b, f.q)]
  IN /\ f.ttl > 0 /\ ~Bad(f.b) /\ (TwoCarts => f.o # -1)
     /\ nextU <= 3
     /\ carts' = IF fresh THEN Append(carts, c) ELSE [carts EXCEPT ![Len(carts)] = c]
     /\ nextU' = IF fresh THEN nextU + 1 ELSE nextU
     /\ applied' = [t \in T |-> IF ignored THEN applied[t]
                                ELSE LET n == applied[t] + Cardinality({k \in DOMAIN b : b[k] = t})
                                     IN IF n > 2 THEN 2 ELSE n]
     /\ ooo' = (ooo \/ (~ignored /\ \E t \in Rng(b) : \E x \in T \ Rng(b) :
                  x > t /\ Tx[x].p = Tx[t].p /\ Tx[x].src = Tx[t].src /\ applied[x] > 0 /\ applied[t] = 0))
     /\ astray' = (astray \/ (~ignored /\ \E t \in Rng(b) : txcart[t] # 0 /\ txcart[t] # c.u))
     /\ flights' = flights \ {f}
     /\ run' = IF Same(f, f.by) THEN [run EXCEPT ![f.by].sale = c, ![f.by].st = "landed"] ELSE run
     /\ UNCHANGED <<orders, pc, budget>> /\ UNCHANGED StoreVars /\ UNCHANGED BrVars /\ UNCHANGED Rest
(* It never arrives, or is rolled back, and nobody hears of it. *)
Die(f) ==
  /\ ~Same(f, f.by)
  /\ flights' = flights \ {f}
  /\ UNCHANGED <<carts, nextU, orders, applied, ooo, astray, pc, run, budget>>
  /\ UNCHANGED StoreVars /\ UNCHANGED BrVars /\ UNCHANGED Rest

Mine0(i) == {f \in flights : f.by = i /\ f.n = run[i].n}
Heard(i, where, gone) ==
  /\ Go(i) /\ pc[i] = "wait" /\ To(i, where)
  /\ flights' = IF gone THEN flights \ Mine0(i) ELSE flights
  /\ run' = [run EXCEPT ![i].st = ""]
  /\ UNCHANGED <<carts, nextU, orders, applied, ooo, astray>>
  /\ UNCHANGED StoreVars /\ UNCHANGED BrVars /\ UNCHANGED Rest
AnswerOk(i) == run[i].st = "landed" /\ Heard(i, "applied", FALSE) /\ UNCHANGED budget
AnswerRefused(i) == run[i].st = "air" /\ Mine0(i) # {} /\ Bad(run[i].g.b) /\ Heard(i, "refused", TRUE) /\ UNCHANGED budget
Answer500(i) == run[i].st = "air" /\ Mine0(i) # {} /\ Heard(i, "failed", TRUE) /\ Spend("e500")
AnswerNot(i) == run[i].st = "air" /\ Mine0(i) # {} /\ Heard(i, "notsent", TRUE) /\ Spend("nosend")
AnswerLost(i) == Heard(i, "doubt", FALSE) /\ Spend("lost")
GiveUp(i) == run[i].dl = 0 /\ Heard(i, "doubt", FALSE) /\ UNCHANGED budget
(* The call ends before it has left: surely nothing was sent. *)
CallEnds(i) == pc[i] = "call" /\ run[i].dl = 0 /\ Step1(i, "call", "notsent")

IsOwn(i) == "owner" \notin Fix \/ (doc.dd /\ doc.who = run[i].g.w)
OnApplied(i) ==
  LET r == run[i]
      d0 == IF Own(i) THEN NoDoubt(doc) ELSE doc
      u == Uu(doc)
      b == IF "final" \in Fix THEN SelectSeq(r.g.b, LAMBDA t : doc.st[t] = "none") ELSE r.g.b
      before == IF "final" \in Fix THEN r.g.u ELSE u
      v == Interpret(before, r.g.b, r.g.q, r.sale)
      d1 == IF v = "dropped" THEN SettleGone(d0, Rng(b), i) ELSE Settle(d0, Rng(b), v)
      d2 == IF before # 0 /\ before # r.sale.u THEN SettleGone(d1, Orphans(Rng(d1.q), r.sale.u), i) ELSE d1
      stale == "lease" \in Fix /\ (lrem[i] = 0 \/ ~IsOwn(i))
      d == IF stale THEN d1 ELSE TakeSale(d2, r.sale)
  IN /\ Go(i) /\ pc[i] = "applied" /\ Put(d)
     /\ run' = [run EXCEPT ![i].loc = d, ![i].todo = Tail(@)]
     /\ To(i, "deliver") /\ UNCHANGED budget /\ UNCHANGED Rest /\ Calm

Withdrawn(i) == IF Own(i) THEN Withdraw(doc, run[i].g.b)
                ELSE LET lost == SelectSeq(run[i].g.b, LAMBDA t : t \in Forms /\ ~Known(doc, t))
                     IN [doc EXCEPT !.q = lost \o @]
Halves(b) == LET m == (Len(b) + 1) \div 2 IN <<SubSeq(b, 1, m), SubSeq(b, m + 1, Len(b))>>
OnSplit(i) ==
  LET r == run[i]
      d == Withdrawn(i)
  IN /\ Go(i) /\ pc[i] \in {"refused", "failed"} /\ Len(r.g.b) > 1 /\ Put(d)
     /\ run' = [run EXCEPT ![i].loc = d, ![i].todo = Halves(r.g.b) \o Tail(@)]
     /\ To(i, "deliver") /\ UNCHANGED budget /\ UNCHANGED Rest /\ Calm
OnRefused(i) ==
  LET r == run[i]
      d == IF IsOwn(i) THEN Settle(Withdrawn(i), Rng(r.g.b), "rejected") ELSE Withdrawn(i)
  IN /\ Go(i) /\ pc[i] = "refused" /\ Len(r.g.b) = 1 /\ Put(d)
     /\ run' = [run EXCEPT ![i].loc = d, ![i].todo = Tail(@)]
     /\ To(i, "deliver") /\ UNCHANGED budget /\ UNCHANGED Rest /\ Calm
OnFailed(i) ==
  LET r == run[i]
      t == r.g.b[1]
      n == r.loc.fa[t] + 1
      w == Withdrawn(i)
      d == IF ~IsOwn(i) THEN w ELSE IF n < 3 THEN [w EXCEPT !.fa[t] = n] ELSE Settle(w, {t}, "rejected")
      stop == n < 3 /\ r.fails + 1 >= 2
  IN /\ Go(i) /\ pc[i] = "failed" /\ Len(r.g.b) = 1 /\ Put(d)
     /\ run' = [run EXCEPT ![i].loc = d, ![i].todo = IF stop THEN <<>> ELSE Tail(@),
                           ![i].blk = IF n < 3 /\ Mutation # "noblock" THEN @ \cup {Tx[t].p} ELSE @,
                           ![i].fails = IF n < 3 THEN @ + 1 ELSE @]
     /\ To(i, "deliver") /\ UNCHANGED budget /\ UNCHANGED Rest /\ Calm
OnNotSent(i) ==
  LET d == Withdrawn(i) IN
  /\ Go(i) /\ pc[i] = "notsent" /\ Put(d) /\ Note(i, d) /\ To(i, "end")
  /\ UNCHANGED budget /\ UNCHANGED Rest /\ Calm
OnDoubt(i) ==
  LET d == IF Dedupes THEN [Withdrawn(i) EXCEPT !.sn = @ \cup Rng(run[i].g.b)]
           ELSE IF Mutation = "resend" THEN Withdraw(doc, run[i].g.b)
           ELSE Extend(doc, run[i].g, ErpMax + Skew[i]) IN
  /\ Go(i) /\ pc[i] = "doubt" /\ Put(d) /\ Note(i, d) /\ To(i, "end")
  /\ held' = IF Dedupes \/ Mutation \in {"resend", "nowait"} THEN held ELSE ErpMax
  /\ UNCHANGED <<budget, lease, epoch, since, lrem, paused, two, foreign>> /\ Calm

Work(i) ==
  \/ Resolve(i) \/ ReadCart(i, "vread", "verdict") \/ DoVerdict(i) \/ ReadFails(i)
  \/ Recover(i) \/ ReadCart(i, "rread", "rtake") \/ DoRecover(i) \/ NotMine(i)
  \/ BeforeWriting(i) \/ ReadCart(i, "bread", "btake") \/ DoTake(i) \/ Drop(i)
  \/ Next1(i) \/ Record(i) \/ Check(i) \/ Send(i) \/ SendNot(i) \/ CallEnds(i)
  \/ AnswerOk(i) \/ AnswerRefused(i) \/ GiveUp(i)
  \/ OnApplied(i) \/ OnSplit(i) \/ OnRefused(i) \/ OnFailed(i) \/ OnNotSent(i) \/ OnDoubt(i)
  \/ End(i)

-------------------------------------------------------------------------------
(* Faults. *)
Crash(i) ==
  /\ pc[i] # "idle" /\ Go(i) /\ Spend("crash")
  /\ pc' = [pc EXCEPT ![i] = "idle"] /\ run' = [run EXCEPT ![i] = Idle] /\ lrem' = [lrem EXCEPT ![i] = 0]
  /\ UNCHANGED <<lease, held, epoch, since, paused, two, foreign>> /\ Calm /\ UNCHANGED StoreVars
(* A store call fails before it is done; what fails after it is done is the step and then the end of the turn. *)
Throw(i) ==
  /\ pc[i] \notin {"idle", "call", "wait"} /\ Go(i) /\ Spend("thro") /\ Done(i)
  /\ UNCHANGED <<held, epoch, since, paused, two, foreign>> /\ Calm /\ UNCHANGED StoreVars
Pause(i) ==
  /\ pc[i] # "idle" /\ paused = 0 /\ Spend("pause") /\ paused' = i
  /\ PauseAt = {} \/ pc[i] \in PauseAt
  /\ UNCHANGED <<pc, run, lease, held, epoch, since, lrem, two, foreign>> /\ Calm /\ UNCHANGED StoreVars
Wake ==
  /\ paused # 0 /\ paused' = 0
  /\ UNCHANGED <<pc, run, lease, held, epoch, since, lrem, two, foreign, budget>> /\ Calm /\ UNCHANGED StoreVars
LoseAll ==
  /\ Spend("ep")
  /\ doc' = Empty /\ prev' = Empty /\ lease' = [by |-> 0, t |-> 0] /\ held' = 0
  /\ epoch' = epoch + 1 /\ since' = IF "losshold" \in Fix THEN Lease - Deadline + ErpMax ELSE ErpMax
  (* Forms that waited: a cookie of the browser says that changes may be missing. *)
  /\ told' = told \cup {t \in Forms : posted[t] > 0 /\ (t \in Rng(doc.q) \/ t \in Rng(doc.dt))}
  /\ UNCHANGED <<flip, flop, wrong, lrem, paused, two, foreign, pc, run>> /\ Calm
Failover ==
  /\ Spend("fo") /\ doc # prev
  /\ doc' = prev /\ lease' = [by |-> 0, t |-> 0]
  /\ UNCHANGED <<prev, told, flip, flop, wrong, held, epoch, since, lrem, paused, two, foreign, pc, run>> /\ Calm
Foreign == \E p \in Prods, q \in {-1, 1} :
  /\ Spend("foreign") /\ carts # <<>>
  /\ Max2(0, Open.l[p] + q) # Open.l[p] /\ Open.l[p] < 3
  /\ carts' = [carts EXCEPT ![Len(carts)].l[p] = Max2(0, @ + q)]
  /\ foreign' = TRUE
  /\ UNCHANGED <<nextU, orders, flights, applied, ooo, astray, pc, run, lease, held, epoch, since, lrem, paused, two>>
  /\ UNCHANGED StoreVars /\ UNCHANGED BrVars
Order ==
  /\ Spend("order") /\ carts # <<>>
  /\ carts' = SubSeq(carts, 1, Len(carts) - 1) /\ orders' = orders + 1
  /\ UNCHANGED <<nextU, flights, applied, ooo, astray, pc, run>> /\ UNCHANGED StoreVars /\ UNCHANGED BrVars /\ UNCHANGED Rest
(* Another client of the same customer makes a cart: empty, or with one piece. *)
Other == \E n \in {0, 1} :
  /\ Spend("other") /\ nextU <= 3
  /\ carts' = Append(carts, [u |-> nextU, l |-> [p \in Prods |-> IF p = 1 THEN n ELSE 0]])
  /\ nextU' = nextU + 1 /\ foreign' = TRUE
  /\ UNCHANGED <<orders, flights, applied, ooo, astray, pc, run, lease, held, epoch, since, lrem, paused, two>>
  /\ UNCHANGED StoreVars /\ UNCHANGED BrVars

(* Time. It passes while instances wait, or stand still; otherwise a step takes none. *)
Waits(i) == pc[i] = "idle" \/ paused = i \/ (pc[i] \in {"call", "wait"} /\ run[i].dl > 0)
Minus(n) == IF n > 0 THEN n - 1 ELSE 0
(* A deadline in another clock may lie behind. *)
Behind == IF Ahead = 0 THEN 0 ELSE -2
Down(n) == IF n > Behind THEN n - 1 ELSE Behind
Needs == \/ lease.t > 0 \/ held > 0 \/ since > 0 \/ doc.un > Behind \/ flights # {} \/ doc.sf > 0
         \/ \E i \in Insts : lrem[i] > 0 \/ run[i].dl > 0 \/ run[i].loc.un > Behind
Tick ==
  /\ \A i \in Insts : Waits(i)
  /\ Needs
  /\ lease' = IF lease.t <= 1 THEN [by |-> 0, t |-> 0] ELSE [lease EXCEPT !.t = @ - 1]
  /\ held' = Minus(held) /\ since' = Minus(since)
  /\ lrem' = [i \in Insts |-> Minus(lrem[i])]
  /\ doc' = [doc EXCEPT !.un = Down(@), !.sf = Minus(@)]
  /\ prev' = [prev EXCEPT !.un = Down(@), !.sf = Minus(@)]
  /\ run' = [i \in Insts |-> [run[i] EXCEPT !.dl = Minus(@), !.loc.un = Down(@), !.loc.sf = Minus(@)]]
  /\ flights' = {[f EXCEPT !.ttl = Minus(@)] : f \in {g \in flights : g.ttl > 1 \/ Same(g, g.by)}}
  /\ UNCHANGED <<epoch, carts, nextU, orders, applied, ooo, astray, pc, paused, two, foreign, told, flip, flop, wrong, budget>>
  /\ UNCHANGED BrVars

Faults ==
  \/ \E i \in Insts : Crash(i) \/ Throw(i) \/ Pause(i) \/ Answer500(i) \/ AnswerNot(i) \/ AnswerLost(i)
  \/ \E f \in flights : Die(f)
  \/ LoseAll \/ Failover \/ Foreign \/ Order \/ Other
  \/ \E d \in Devs : FirstLost(d)
  \/ \E t \in Forms : posted[t] > 0 /\ Post(t)

Requests ==
  \/ \E i \in Insts : StartPage(i) \/ StartStray(i) \/ \E d \in Devs : StartFrozen(i, d) \/ StartFirst(i, d)
  \/ \E d \in Devs : Poll(d)
  \/ \E t \in Forms : posted[t] = 0 /\ Post(t)

Next == Requests \/ (\E i \in Insts : Work(i)) \/ (\E f \in flights : Look(f) \/ Land(f)) \/ Tick \/ Wake \/ Faults
Spec == Init /\ [][Next]_vars

Fair ==
  /\ \A i \in Insts : WF_vars(Work(i))
  (* Connections are had, writes land and answers come, again and again. *)
  /\ \A i \in Insts : SF_vars(Send(i)) /\ SF_vars(AnswerOk(i)) /\ SF_vars(AnswerRefused(i))
  /\ SF_vars(\E f \in flights : Land(f))
  /\ WF_vars(Tick) /\ WF_vars(Wake)
  /\ SF_vars(\E i \in Insts : StartPage(i))
  /\ \A d \in Devs : SF_vars(\E i \in Insts : StartFrozen(i, d)) /\ SF_vars(\E i \in Insts : StartFirst(i, d))
                     /\ SF_vars(Poll(d))
  /\ \A t \in Forms : WF_vars(posted[t] = 0 /\ Post(t))
LiveSpec == Spec /\ Fair

-------------------------------------------------------------------------------
(* Invariants. *)
NoDouble == \A t \in T : applied[t] <= 1
(* Known limit: a colleague, or another cart, makes what a lost write would have made, or unmakes it. *)
NoDoubleAlone == foreign \/ NoDouble
AckedIsApplied == \A t \in T : doc.st[t] = "acked" => applied[t] > 0
AckedAlone == foreign \/ AckedIsApplied
(* A browser lets go only of what is in the cart, or of what the customer is told. *)
HeardIsTold == \A t \in T \ Forms : br[t] = "done" => applied[t] > 0 \/ t \in told
HeardAlone == foreign \/ HeardIsTold
(* A form's change that was kept is kept until it has had its effect, or the customer is told. *)
FormKept == \A t \in Forms : posted[t] > 0 =>
  \/ Known(doc, t) \/ t \in told \/ applied[t] > 0
  \/ \E i \in Insts : pc[i] # "idle" /\ t \in Rng(run[i].g.b)
SettledStays == ~flip
SettledSound == ~flop          \* no change but from review to acked
ToldTrue == ~wrong            \* dropped or rejected: not in the cart
OneWriter == ~two             \* nothing leaves while an earlier write may still land
InOrder == ~ooo
QueueOpen == \A t \in Rng(doc.q) : doc.st[t] = "none"
OwnCart == ~astray            \* a change reaches no other cart than the one that its customer saw

Resting == /\ \A t \in T \ Forms : br[t] = "done"
           /\ \A t \in Forms : posted[t] > 0 /\ (doc.st[t] \in Final \/ t \in told \/ applied[t] > 0)
           /\ ~doc.dd /\ doc.q = <<>> /\ lease.t = 0
(* One device or form alone, everything settled: the cart has what was meant. *)
Meant == LET all == [k \in 1..Len(Tx) |-> k]
             l == [p \in Prods |-> IF InitCart /\ p = 1 THEN 1 ELSE 0]
         IN Ap(l, all, Plan(l, all, Given))
Quiet == Resting /\ ~foreign /\ orders = 0 /\ \A t \in T : doc.st[t] = "acked"
ResultMeant == Quiet => Open.l = Meant
(* Typed quantities of several devices: the cart has one of them, never a sum. *)
OneOfTyped == Quiet => \A p \in Prods : Open.l[p] \in {Tx[t].to : t \in T}
AllFinal == <>[]Resting
Unlocked == []<>(~doc.dd /\ lease.t = 0)

(* Probes: each must be violated, so that it is known that the state is reached. *)
ProbeDoubt == ~(doc.dd /\ \A i \in Insts : pc[i] = "idle")
ProbeReview == \A t \in T : doc.st[t] # "review"
ProbeDropped == \A t \in T : doc.st[t] # "dropped"
ProbeRejected == \A t \in T : doc.st[t] # "rejected"
ProbeLate == \A f \in flights : ~(doc.dd /\ f.ttl = 1 /\ \A i \in Insts : pc[i] = "idle")
ProbeResent == ~(\E i \in Insts : pc[i] = "wait" /\ budget.lost < MaxLost)
ProbeRest == ~Resting
===============================================================================
