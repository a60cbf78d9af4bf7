import { MonitorSmartphone } from 'lucide-react'
import type { Session } from '#contract/auth.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useAct } from '#web/ui/use-act.ts'

/** The open sessions of the account; each can be ended. */
export function SessionsCard() {
  const query = useRead(queryKeys.sessions(), (signal) => api.auth.sessions({ signal }))
  return (
    <Card>
      <QueryState query={query} what="tus sesiones" rows={2} />
      {query.data && <SessionList sessions={query.data.sessions} />}
    </Card>
  )
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const close = useAct((sessionId: string) => api.auth.closeSession({ params: { sessionId } }), {
    refresh: [queryKeys.sessions()],
  })
  const ordered = [...sessions].sort((one, other) => Number(other.current) - Number(one.current))
  return (
    <>
      <ErrorBanner error={close.error} />
      <ul className="divide-y divide-line">
        {ordered.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            closing={close.isPending && close.variables === session.id}
            onClose={() => close.mutate(session.id)}
          />
        ))}
      </ul>
    </>
  )
}

type SessionRowProps = { session: Session; closing: boolean; onClose: () => void }

function SessionRow({ session, closing, onClose }: SessionRowProps) {
  const device = session.device ?? 'Dispositivo desconocido'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <MonitorSmartphone className="size-6 shrink-0 text-bosque" />
      <div className="min-w-0 flex-1 basis-[9rem]">
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-muted">Último uso: {dateTime(session.usedAt)}</p>
      </div>
      {session.current ? (
        <StatusPill tone="ok">Esta sesión</StatusPill>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          pending={closing}
          pendingText="Cerrando…"
          aria-label={`Cerrar la sesión de ${device}`}
          onClick={onClose}
        >
          Cerrar
        </Button>
      )}
    </li>
  )
}
