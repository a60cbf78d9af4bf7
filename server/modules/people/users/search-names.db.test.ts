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
