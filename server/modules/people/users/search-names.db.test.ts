import { beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser } from '#test/factories.ts'
import { searchPeople } from './search-people.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})

it.each([
  ['JOSÉ', 'MUÑOZ', ['josé muñoz', 'jose munoz', 'MUÑOZ']],
  ['Björn', 'Gonçalves', ['björn', 'BJÖRN GONÇALVES', 'Gonçalves']],
  ['Ana-María', 'O’Neill', ["o'neill", 'O´Neill', 'ana maria', 'María O’N']],
])('finds %s %s in the spellings of keyboards', async (firstName, lastName, texts) => {
  const { userId } = await aUser(test.deps, { firstName, lastName })
  for (const text of texts) {
    const found = await searchPeople(test.deps.db, test.deps, { text, limit: 20 })
    expect(
      found.map(({ id }) => id),
      text,
    ).toContain(userId)
  }
})

it.each([
  ['CE', '354781', ['CE No. 354781', 'C.E. 354.781', 'Cédula de extranjería 354781']],
  ['PAS', 'AB354782', ['Pasaporte AB 354782', 'ab354782.', 'AB354782 de Colombia']],
  ['CC', '52354783', ['CC No 52.354.783', '\u200E52354783\u200B']],
] as const)('finds by a %s the person of %s, whatever stands around it', async (...given) => {
  const [type, number, texts] = given
  const document: [typeof type, string] = [type, number]
  const { userId } = await aUser(test.deps, { verified: true, document })
  for (const text of texts) {
    const [found] = await searchPeople(test.deps.db, test.deps, { text, limit: 20 })
    expect(found?.id, text).toBe(userId)
  }
})
