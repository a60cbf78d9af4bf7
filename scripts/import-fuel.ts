import { readFileSync } from 'node:fs'
import { importFuelPrices } from '#server/modules/roads/pricing/index.ts'
import { readCommand } from '#server/platform/command.ts'
import { decodeText } from '#server/platform/csv.ts'
import { say } from './project.ts'
import { withConnections } from './with-database.ts'

const {
  positionals: [file = ''],
} = readCommand({
  call: 'npm run fuel:import -- prices.csv',
  about: 'Adds fuel prices by city and date.',
  args: [1, 1],
  exits: { 1: 'the file is no such table', 2: 'rows were refused, or called with wrong arguments' },
})

const text = decodeText(readFileSync(file))

await withConnections(
  async (db) => {
    try {
      const { added, unchanged, refused } = await importFuelPrices({ db }, text)
      say(`Agregados: ${added}. Sin cambios: ${unchanged}. Rechazados: ${refused.length}`)
      for (const row of refused) say(`  línea ${row.line}: ${row.reason} (${row.text})`)
      if (refused.length > 0) process.exitCode = 2
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'FuelTableError') throw error
      say(error.message)
      process.exitCode = 1
    }
  },
  { migrates: true },
)
