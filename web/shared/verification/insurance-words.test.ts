import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const COVERED =
  /(pasajer|viajer|quien viaja|estás )[^.'`]{0,60}(cubiert|asegurad|protegid[oa]s? por)/i

/** Sentences that promise that an insurance covers passengers. */
const promisesIn = (text: string) => text.split('\n').filter((line) => COVERED.test(line))

it('finds a promise that passengers are covered', () => {
  expect(promisesIn("hint: 'Tus pasajeros viajan asegurados.'")).toHaveLength(1)
  expect(promisesIn('Los pasajeros están cubiertos por la póliza.')).toHaveLength(1)
})

it('no screen and no message says that passengers are covered by an insurance', () => {
  const files = ['web', 'server', 'contract'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`).filter((file) => !file.includes('.test.')),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => promisesIn(readFileSync(file, 'utf8')).length > 0)).toEqual([])
})
