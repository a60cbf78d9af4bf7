// Runs in a folder of another release, where `ops/ha/previous-release` copies it: people and trips
// are written by that release's own code, for the schema that it knows. Prints them as JSON.
import { seedPeople } from '#test/race/seeded-people.ts'
import { withDeps } from './deps.ts'

const [dataDir = '', databaseUrl = '', site = '', people = '', trips = ''] = process.argv.slice(2)
const seeded = await withDeps({ dataDir, databaseUrl, site }, (deps) =>
  seedPeople(deps, { people: Number(people), trips: Number(trips) }),
)
process.stdout.write(JSON.stringify(seeded))
