import type { BlockedPerson } from '#contract/blocks.ts'
import { api } from '#web/lib/api.ts'
import { dateShort } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useAct } from '#web/ui/use-act.ts'

/** The people whom this person blocked; each can be unblocked. */
export function BlockedCard() {
  const query = useRead(queryKeys.blocks(), (signal) => api.blocks.list({ signal }))
  return (
    <Card>
      <QueryState query={query} what="las personas que bloqueaste" rows={1} />
      {query.data && <People people={query.data.people} />}
    </Card>
  )
}

function People({ people }: { people: readonly BlockedPerson[] }) {
  const unblock = useAct((userId: string) => api.blocks.remove({ params: { userId } }), {
    refresh: [queryKeys.blocks(), ['search']],
  })
  if (people.length === 0) {
    return (
      <p className="text-muted">
        A nadie. Puedes bloquear a alguien desde su perfil o desde una reserva.
      </p>
    )
  }
  return (
    <>
      <p className="mb-3 text-muted">No se encuentran en búsquedas, reservas ni mensajes.</p>
      <ErrorBanner error={unblock.error} />
      <ul className="divide-y divide-line">
        {people.map(({ userId, name, photoUrl, since }) => (
          <li key={userId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <Avatar name={name} photoUrl={photoUrl} />
            <div className="min-w-0 flex-1">
              <p className="font-semibold break-words">{name}</p>
              <p className="text-sm text-muted">Desde el {dateShort(since)}</p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              pending={unblock.isPending && unblock.variables === userId}
              pendingText="Desbloqueando…"
              aria-label={`Desbloquear a ${name}`}
              onClick={() => unblock.mutate(userId)}
            >
              Desbloquear
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
