import { useQuery } from '@tanstack/react-query'
import type { TicketSummary } from '#contract/support-tickets.ts'
import { supportLinks } from '#web/domain/support/support-links.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, Link, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { supportKeys } from './support-keys.ts'
import { kindWords, ownStatus } from './support-words.ts'

/** The person's own tickets. */
export function TicketList() {
  const answer = useQuery({
    queryKey: supportKeys.mine(),
    queryFn: ({ signal }) => api.support.mine({ signal }),
  })
  const data = neededAnswer(answer)
  return (
    <Page
      title="Soporte"
      lead="Escríbenos y sigue aquí la respuesta."
      actions={<ButtonLink to={supportLinks.ask()}>Escribir a soporte</ButtonLink>}
    >
      {!data && <SkeletonList rows={3} rowClass="h-28" />}
      {data?.tickets.length === 0 && (
        <EmptyState region="valle" title="No has escrito a soporte">
          Busca primero en la <Link to={paths.help()}>ayuda</Link>; si no está tu pregunta, te
          responde una persona.
        </EmptyState>
      )}
      {data && data.tickets.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {data.tickets.map((ticket) => (
            <li key={ticket.id}>
              <Row ticket={ticket} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

function Row({ ticket }: { ticket: TicketSummary }) {
  const { tone, text } = ownStatus(ticket)
  return (
    <PlainLink to={supportLinks.ticket(ticket.id)}>
      <Card className="grid gap-2 hover:border-bosque">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <p className="min-w-0 font-semibold wrap-anywhere">
            {kindWords[ticket.kind]}
            {ticket.about && ` · ${ticket.about}`}
          </p>
          <StatusPill tone={tone}>{text}</StatusPill>
        </div>
        <p className="text-muted wrap-anywhere">{ticket.excerpt}</p>
        <p className="text-sm text-muted">
          {ticket.canRate ? 'Cuéntanos cómo te atendieron' : dateTime(ticket.lastAt)}
        </p>
      </Card>
    </PlainLink>
  )
}
