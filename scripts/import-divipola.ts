import { readFileSync } from 'node:fs'
import { type ImportReport, importPlaces, loadPlaces } from '#server/modules/roads/places/index.ts'
import { readCommand } from '#server/platform/command.ts'
import { decodeText } from '#server/platform/csv.ts'
import { say } from './project.ts'
import { withConnections } from './with-database.ts'

const {
  positionals: [file = ''],
} = readCommand({
  call: 'npm run places:import -- list.csv',
  about: "Adds the municipalities of DANE's official list (DIVIPOLA).",
  args: [1, 1],
  exits: { 1: 'the file is not that list', 2: 'rows were refused, or called with wrong arguments' },
})

/** Longer lists are cut: the numbers say the rest. */
const SHOWN = 20

const text = decodeText(readFileSync(file))

await withConnections(
  async (db) => {
    try {
      // In an empty database the road network must be loaded before the list.
      await loadPlaces({ db })
      tell(await importPlaces({ db }, text))
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'DivipolaError') throw error
      say(error.message)
      process.exitCode = 1
    }
  },
  { migrates: true },
)

function tell(report: ImportReport): void {
  const { added, changed, differing, refused } = report
  say(`Agregados: ${added.length}`)
  list(added, ({ id, name }) => `${id} ${name}`)
  say(`Cambiados: ${changed.length}`)
  list(changed, ({ id, name, fields }) => `${id} ${name}: ${fields.join(', ')}`)
  say(`Sin cambios: ${report.unchanged}`)
  say(`En la red de carreteras, que no se tocan: ${report.onNetwork}`)
  list(differing, ({ id, name, reason }) => `${id} ${name}: ${reason}`)
  say(`Rechazados: ${refused.length}`)
  list(refused, ({ line, text: row, reason }) => `línea ${line}: ${reason} (${row})`)
  if (refused.length > 0) process.exitCode = 2
}

function list<T>(items: readonly T[], line: (item: T) => string): void {
  for (const item of items.slice(0, SHOWN)) say(`  ${line(item)}`)
  if (items.length > SHOWN) say(`  … y ${items.length - SHOWN} más`)
}
