// Runs the journeys in the engine of `ENGINE`: `npm run e2e:engines` calls this file.
import { afterAll, afterEach, beforeAll, it } from 'vitest'
import { openTestSite, type TestSite } from '../e2e/site.ts'
import type { TestUser } from '../factories.ts'
import type { Engine } from './engine.ts'
import { engines } from './engines.ts'
import { journeys } from './journeys.ts'
import { Person } from './person.ts'

let site: TestSite
let engine: Engine
let people: Person[] = []

beforeAll(async () => {
  site = await openTestSite()
  // Pages of these engines have the clock of the machine, so the site has it, too.
  let shift = 0
  Object.assign(site.deps.clock, {
    now: () => new Date(Date.now() + shift),
    advance: (ms: number) => {
      shift += ms
    },
  })
  engine = await engines[process.env.ENGINE === 'firefox' ? 'firefox' : 'webkit'].open()
})

afterEach(async () => {
  const all = people
  people = []
  for (const { window } of all) await window.close().catch(() => undefined)
})

afterAll(async () => {
  await engine?.close()
})

async function enter(user?: TestUser): Promise<Person> {
  const person = new Person(await engine.open(), site.url)
  people.push(person)
  if (user) await person.enterAs(user)
  return person
}

it.each(Object.entries(journeys))('%s', async (_name, journey) => {
  await journey({ site, enter })
})
