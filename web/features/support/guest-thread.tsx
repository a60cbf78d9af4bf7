import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnTicket } from '#contract/support.ts'
import { supportLinks } from '#web/domain/support/support-links.ts'
import { api } from '#web/lib/api.ts'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { supportKeys } from './support-keys.ts'
import { kindWords, ownStatus } from './support-words.ts'
import { Thread } from './thread.tsx'

/** A ticket by its mailed link; needs no account. */
export function GuestThread({ token }: { token: string }) {
  const queries = useQueryClient()
  const queryKey = supportKeys.guest(token)
  const answer = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.support.read({ body: { token }, signal }),
    retry: false,
  })
  const keep = (data: { ticket: OwnTicket }) => queries.setQueryData(queryKey, data)
  const confirm = useMutation({
    mutationFn: () => api.support.confirm({ body: { token } }),
    onSuccess: keep,
  })
  const ticket = answer.data?.ticket
  if (!ticket) {
    if (hasCode(answer.error, 'link_invalid', 'invalid_request')) return <Invalid />
    return (
      <Page title="Soporte">
        {answer.isError ? (
          <LoadFailed
            what="tu caso"
            error={answer.error}
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        ) : (
          <SkeletonList rows={2} rowClass="h-32" />
        )}
      </Page>
    )
  }
  if (ticket.status === 'unconfirmed') {
    return (
      <Page title="Confirma tu mensaje" lead="Con un toque lo recibe el equipo de soporte.">
        <Card>
          <p className="wrap-anywhere whitespace-pre-line">{ticket.messages[0]?.text}</p>
        </Card>
        {confirm.isError && <Banner tone="err">{messageOf(confirm.error)}</Banner>}
        <Button pending={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirmar y enviar
        </Button>
      </Page>
    )
  }
  const { tone, text } = ownStatus(ticket)
  return (
    <Page title={kindWords[ticket.kind]} actions={<StatusPill tone={tone}>{text}</StatusPill>}>
      <Thread
        ticket={ticket}
        onWrite={async (message) =>
          keep(await api.support.answerByLink({ body: { token, ...message } }))
        }
        onRate={async (given) => keep(await api.support.rateByLink({ body: { token, ...given } }))}
      />
    </Page>
  )
}

function Invalid() {
  return (
    <Page title="Soporte">
      <EmptyState
        region="paramo"
        title="Este enlace no abre ningún caso"
        action={<ButtonLink to={supportLinks.ask()}>Escribir a soporte</ButtonLink>}
      >
        Puede que se copiara a medias, o que el caso ya se borrara.
      </EmptyState>
    </Page>
  )
}
