import { type Db, isContention, isLockTimeout } from './db/tx.ts'
import { groupCommit } from './group-commit.ts'
import { waitGateOf } from './wait-gate.ts'

/** Answer of a call that must be sent alone: it waits for a lock, or its refusal is stored. */
const ALONE = 'alone'

/** Answer of a call that conflicted with concurrent writes; a repeat sees their result. */
const AGAIN = 'again'

type SharedCall<Call, Answer> = {
  /** Runs one statement for all calls. Only a single call may wait for rows locked by others. */
  send: (db: Db, calls: readonly Call[], options: { waits: boolean }) => Promise<Answer[]>
  /** Two calls with a common key neither share a statement nor run in parallel. */
  keysOf: (call: Call) => readonly string[]
  /** Rows that a call sent alone can wait for: ids of trips and of wallet owners. */
  rowsOf: (call: Call) => readonly string[]
}

/** Limit of calls in a statement, which holds its locks until all calls are written. */
const CALLS_MAX = 24

/** Waiting calls that start a second statement, so that the database is never idle. */
const CALLS_BESIDE = 8
const WAITING_MAX = 1_000

/** Number of conflicts after which a call is sent alone. */
const TRIES_TOGETHER = 3

/**
 * Calls of several people that arrive during a write share the next statement and its commit. No
 * call waits for rows of a stranger: a call that would have to, or whose row has the maximum of
 * waiting calls, is sent alone through `waitGate`; so is a call after its third conflict. `alone`
 * sends a call without sharing. Errors: `busy` when too many calls wait, else the errors of `send`
 * for a single call.
 */
export function sharedCall<Call, Answer extends { answer: string }>({
  send,
  keysOf,
  rowsOf,
}: SharedCall<Call, Answer>) {
  type Outcome = Answer | typeof ALONE | typeof AGAIN

  async function sendTogether(db: Db, calls: readonly Call[]): Promise<Outcome[]> {
    try {
      const answers = await send(db, calls, { waits: false })
      return answers.map((answer) => {
        if (answer.answer === AGAIN) return AGAIN
        return answer.answer === ALONE ? ALONE : answer
      })
    } catch (error) {
      if (!isContention(error)) throw error
      return calls.map(() => (isLockTimeout(error) ? ALONE : AGAIN))
    }
  }

  async function alone(db: Db, call: Call): Promise<Answer> {
    const [answer] = await waitGateOf(db).run(rowsOf(call), () => send(db, [call], { waits: true }))
    return answer as Answer
  }

  const together = grouped(sendTogether, keysOf)
  async function shared(db: Db, call: Call): Promise<Answer> {
    for (let tries = 1; tries <= TRIES_TOGETHER; tries += 1) {
      if (rowsOf(call).some(waitGateOf(db).isFull)) break
      const outcome = await together(db, call)
      if (outcome === ALONE) break
      if (outcome !== AGAIN) return outcome
    }
    return await alone(db, call)
  }
  return Object.assign(shared, { alone })
}

/**
 * Reads keys that several callers request at the same time by one statement, which begins after all
 * of them asked. `read` returns one row per key, in their order. Errors: `busy` when too many
 * callers wait, else the errors of `read`.
 */
export function sharedRead<Key, Row>(read: (db: Db, keys: readonly Key[]) => Promise<Row[]>) {
  return grouped(read)
}

/** Groups the calls of `send` that arrive at the same time, per database. */
function grouped<Item, Result>(
  send: (db: Db, items: readonly Item[]) => Promise<Result[]>,
  keysOf?: (item: Item) => readonly string[],
) {
  const groups = new WeakMap<Db, (item: Item) => Promise<Result>>()
  return (db: Db, item: Item): Promise<Result> => {
    const known = groups.get(db)
    if (known) return known(item)
    const made = groupCommit({
      write: (items: readonly Item[]) => send(db, items),
      batchMax: CALLS_MAX,
      besideMin: CALLS_BESIDE,
      ...(keysOf ? { keysOf } : {}),
      waitingMax: WAITING_MAX,
    })
    groups.set(db, made)
    return made(item)
  }
}
