import { sealedColumns } from '#server/modules.ts'
import type { Deps } from '#server/platform/deps.ts'
import { resealColumn } from '#server/platform/reseal.ts'

/** Encrypts a column, such as `users.phone_sealed`, with the current key, as `keys:rotate` does. */
export function reseal(deps: Pick<Deps, 'db' | 'secrets'>, name: string) {
  const column = sealedColumns.find((each) => `${each.table}.${each.column}` === name)
  if (!column) throw new Error(`no encrypted column ${name}`)
  return resealColumn(deps, column)
}
