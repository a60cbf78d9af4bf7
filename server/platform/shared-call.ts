import { type Db, isContention, isLockTimeout } from './db/tx.ts'
import { groupCommit } from './group-commit.ts'
import { waitGateOf } from './wait-gate.ts'

/** A call that must be made by itself: it has to wait for somebody, or its refusal is stored. */
const ALONE = 'alone'

/** A call that met others who wrote at the same moment: its next look sees what they wrote. */
const AGAIN = 'again'

type SharedCall<Call, Answer> = {
  /** One statement for all of them. Only a single call may wait for rows that others lock. */
  send: (db: Db, calls: readonly Call[], options: { waits: boolean }) => Promise<Answer[]>
  /** Two calls with a key in common neither share a statement nor run beside each other. */
  keysOf: (call: Call) => readonly string[]
  /** What a call made alone may have to wait for: ids of trips and of owners of wallets. */
  rowsOf: (call: Call) => readonly string[]
}

/** What one statement writes at most: its locks are held until all of them are written. */
const CALLS_MAX = 24

/**
 * When so many wait, a second statement begins beside the first: the database has work while the
 * answers of the other are sent.
 */
const CALLS_BESIDE = 8
const WAITING_MAX = 1_000

/** After which a call that met others each time is made alone. */
const TRIES_TOGETHER = 3

/**
 * Calls of several people that arrive while others are being written share the next statement, and
 * with it what a statement and a commit cost. Nobody waits for a stranger's rows: whoever would
 * have to is called again alone, through the gate for such waits (`waitGate`), and goes there at
 * once when others already wait for the same row. Who meets a conflict is called again together
 * with others, and alone after the third. `alone` makes a call that shares nothing.
 * Errors: `busy` when too many are waiting, else those of `send` for the call alone.
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
 * What several people look up at the same moment is read by one statement, which begins after each
 * of them asked. `read` answers for each key, in their order. Errors: `busy` when too many are
 * waiting, else those of `read`.
 */
export function sharedRead<Key, Row>(
  read: (db: Db, keys: readonly Key[]) => Promise<Row[]>,
): (db: Db, key: Key) => Promise<Row> {
  return grouped(read)
}

/** `send` of one database, for those who call at the same moment. */
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
