// Where a process is killed: the points at which the database can be left in another state.
import { ALL_RUNS } from '#test/property-budget.ts'
import type { Death, Sent } from './mortal-process.ts'

type KillPoint = Death & { name: string }

/**
 * Points at which a process with these statements can be killed, in their order.
 *
 * A transaction has three outcomes to test: it is killed before its commit, while the commit is
 * sent, and after it. So in `npm test` it is killed after its last statement, and at the commit. A
 * statement that writes outside of a transaction is one by itself. With `every`, as in
 * `npm run properties`, the process is killed after each statement.
 */
export function killPoints(statements: Sent[], every = ALL_RUNS): KillPoint[] {
  const open = new Set<number>()
  return statements.flatMap(({ words, writes, connection }, index): KillPoint[] => {
    const point = (moment: Death['moment']): KillPoint => {
      return { at: index + 1, moment, name: `${index + 1}. ${words}, ${moment}` }
    }
    const isInside = open.has(connection)
    if (words === 'begin') open.add(connection)
    if (words === 'commit' || words === 'rollback') open.delete(connection)
    const isCommit = isInside ? words === 'commit' : writes
    if (isCommit) return [point('sent'), point('done')]
    const next = statements.slice(index + 1).find((later) => later.connection === connection)
    const isLast = isInside && next?.words === 'commit'
    return every || isLast ? [point('done')] : []
  })
}
