import type { z } from 'zod'
import { fundSettings } from '#contract/price-limits.ts'
import type { PriceTable, settings } from '#contract/settings.ts'
import { findSharedDevices } from '#server/modules/people/users/index.ts'
import { findInsuranceFrom } from '#server/modules/people/verification/index.ts'
import {
  inForceOn,
  listTollStations,
  placesByIds,
  plateRules,
} from '#server/modules/roads/places/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { NATIONAL } from '../fuel.ts'
import { listFuelPrices } from '../pricing.queries.ts'
import { priceFactors } from '../quote.ts'
import { listOpenProposals } from './price-proposals.queries.ts'

const fixedNames: Record<string, string> = { insurance: 'Seguro del carro', ...fundSettings }

type Dated = { validFrom: string; validTo?: string | null; pesos: number; source?: string }

/** Shows all dated prices, those that wait for a second person, and the rules kept in files. */
export async function showPrices(
  deps: ReadDeps,
  actor: ActorId,
): Promise<z.input<typeof settings.showPrices.ok>> {
  const today = bogotaDate(deps.clock.now())
  const fuel = await fuelTables(deps, today)
  const tolls = (await listTollStations(deps)).map(({ id, name, tariffs }) =>
    tableOf({ subjectId: id, name, rows: tariffs }, today),
  )
  return {
    today,
    fuel,
    tolls: tolls.sort((a, b) => a.name.localeCompare(b.name, 'es')),
    waiting: await waitingFor(deps, actor, [...fuel, ...tolls]),
    insuranceFrom: await findInsuranceFrom(deps.db),
    factors: priceFactors,
    plates: plateRules(),
  }
}

async function fuelTables(deps: ReadDeps, today: string): Promise<PriceTable[]> {
  const rows = Map.groupBy(await listFuelPrices(deps.db), ({ placeId }) => placeId)
  const places = await placesByIds(deps, [...rows.keys()])
  const names = new Map(places.map(({ id, name }) => [id, name]))
  return [...rows]
    .map(([subjectId, own]) => {
      const name =
        subjectId === NATIONAL ? 'Promedio nacional' : (names.get(subjectId) ?? subjectId)
      const dated = own.map((row) => ({ ...row, pesos: row.pesosPerGallon }))
      return tableOf({ subjectId, name, rows: dated }, today)
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'es'))
}

function tableOf(
  { subjectId, name, rows }: { subjectId: string; name: string; rows: readonly Dated[] },
  today: string,
): PriceTable {
  const current = inForceOn(rows, today)
  return {
    subjectId,
    name,
    rows: [...rows]
      .sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1))
      .map((row) => ({
        validFrom: row.validFrom,
        validTo: row.validTo ?? null,
        pesos: row.pesos,
        source: row.source ?? '',
        state: row === current ? 'current' : row.validFrom > today ? 'coming' : 'past',
      })),
  }
}

async function waitingFor({ db }: ReadDeps, { userId }: ActorId, tables: readonly PriceTable[]) {
  const open = await listOpenProposals(db)
  const proposers = open.map(({ proposedBy }) => proposedBy)
  const sameDevice = await findSharedDevices(db, userId, proposers)
  const names = new Map(tables.map(({ subjectId, name }) => [subjectId, name]))
  return open.map(({ subjectId, proposedBy, proposedAt, by, ...price }) => ({
    ...price,
    name: fixedNames[subjectId] ?? names.get(subjectId) ?? subjectId,
    proposedBy: by,
    proposedAt: proposedAt.toISOString(),
    sameDevice: sameDevice.has(proposedBy),
    can: { confirm: proposedBy !== userId, reject: true },
  }))
}
