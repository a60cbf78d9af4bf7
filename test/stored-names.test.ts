// What is stored under a name is lost when the name changes: a job of the queue never runs, sealed
// data cannot be opened, a second movement is posted, a draft of a browser is gone. The list has
// the names of release 0.1.0 that are still in use, and those of later releases.
import { expect, it } from 'vitest'
import names from './stored-names/names.json' with { type: 'json' }
import { ROOT, readStoredNames, type StoredNames } from './stored-names/stored-names.ts'

const listed: StoredNames = names
const found = await readStoredNames(ROOT)

it.each(Object.keys(listed))('renames and drops none of the %s', (of) => {
  expect(listed[of]?.filter((name) => !found[of]?.includes(name))).toEqual([])
})

it('lists every stored name (node test/stored-names/add-names.ts --add)', () => {
  const isNew = ([of, its]: [string, string[]]) => its.filter((name) => !listed[of]?.includes(name))
  expect(Object.entries(found).flatMap(isNew)).toEqual([])
})
