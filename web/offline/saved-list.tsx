import { dateTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { savedTickets } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { savedRunSheets } from '#web/shared/journeys/saved-run-sheets.ts'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'

/** This person's tickets and run sheets on this device; renders nothing when there are none. */
export function SavedList() {
  const ownerId = rememberedAccount()
  const tickets = savedTickets(ownerId).map(({ booking: { id, from, to } }) => ({
    to: paths.booking(id),
    words: `Tiquete ${from.name} → ${to.name}`,
    at: from.at,
  }))
  const sheets = savedRunSheets(ownerId).map(({ sheet }) => ({
    to: paths.runSheet(sheet.tripId),
    words: `Hoja de ruta ${sheet.stops[0]?.name} → ${sheet.stops.at(-1)?.name}`,
    at: sheet.departsAt,
  }))
  const saved = [...tickets, ...sheets].sort((a, b) => a.at.localeCompare(b.at))
  if (saved.length === 0) return null
  return (
    <nav aria-labelledby="saved-here" className="mx-auto w-full max-w-flow px-4 pb-8 text-left">
      <Card>
        <h2 id="saved-here" className="text-xl">
          Guardado en este dispositivo
        </h2>
        <ul className="mt-2 grid gap-1">
          {saved.map(({ to, words, at }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-11 flex-wrap items-center gap-x-2">
                {words} <span className="text-sm text-muted">{dateTime(at)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </nav>
  )
}
