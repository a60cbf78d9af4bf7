import { api } from '#web/lib/api.ts'
import { type Draft, departsAt, publishBody, returnDraft } from './publish-draft.ts'
import type { Refusal } from './publish-refusal.ts'

/** After this many ms a step goes on without an answer: publishing checks everything again. */
const PATIENCE_MS = 4000

/** Request that asks what would refuse the draft; null until route and departure are known. */
function checkBody(draft: Draft, vehicleId: string | null) {
  // Car and prices only complete the body: the check has no price, and its own car.
  const body = publishBody({ ...draft, vehicleId: '-', returning: null }, { seat: 0 })
  if (!body || body.stops.length < 2) return null
  const { stops, seats, paymentModes, preferences, notes } = body
  const back = returnDraft(draft)
  const returnAt = back && departsAt(back)
  return {
    stops,
    seats,
    preferences,
    departsAt: body.departsAt,
    ...(paymentModes.length > 0 ? { paymentModes } : {}),
    ...(notes ? { notes } : {}),
    ...(vehicleId ? { vehicleId } : {}),
    ...(returnAt ? { returnAt } : {}),
  }
}

/** Asks the server what would refuse the draft; nothing when it does not answer in time. */
export async function askRefusals(draft: Draft, vehicleId: string | null): Promise<Refusal[]> {
  const body = checkBody(draft, vehicleId)
  if (!body || !navigator.onLine) return []
  const late = new Promise<[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS))
  const asked = api.trips.check({ body }).then(
    (answer): Refusal[] => answer.refusals,
    () => [],
  )
  return await Promise.race([asked, late])
}
