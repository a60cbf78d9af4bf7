import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { StaffAction } from '#contract/staff-actions.ts'
import {
  DeskFilters,
  dayFields,
  type FilterField,
  readFilter,
  writeFilter,
} from '#web/domain/back-office/desk-filters.tsx'
import { api } from '#web/lib/api.ts'
import { dateTime, today } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

/** Spanish words for actions of the team. An action without words is shown by its code. */
const words: Record<string, string> = {
  'booking.cancelled_by_team': 'Canceló una reserva y devolvió todo',
  'copy.sent': 'Reenvió una confirmación',
  'credit.proposed': 'Propuso un crédito',
  'credit.refused': 'Rechazó un crédito',
  'credit.signed': 'Firmó un crédito',
  'message.sent': 'Escribió a personas',
  'note.written': 'Escribió una nota interna',
  'person.unlocked': 'Quitó un bloqueo',
  'refund.proposed': 'Propuso devolver una recarga',
  'refund.refused': 'Rechazó devolver una recarga',
  'refund.signed': 'Firmó devolver una recarga',
  'trip.cancelled_by_team': 'Canceló un viaje y devolvió todo',
  'trip.paused_by_team': 'Puso un viaje en pausa',
  'trip.resumed_by_team': 'Terminó la pausa de un viaje',
  'conduct.appeal_answered': 'Respondió una apelación',
  'appeal_photo.viewed': 'Miró la foto de una apelación',
  'conduct.decided': 'Decidió un caso de conducta',
  'conduct.expulsion_proposed': 'Propuso expulsar a una persona',
  'conduct.suspension_proposed': 'Propuso suspender a una persona',
  'conduct.hearing_asked': 'Pidió su versión a una persona',
  'conduct.paused': 'Pausó una cuenta',
  'delivery.discarded': 'Descartó un mensaje',
  'delivery.retried': 'Reintentó un mensaje',
  'dispute.proposed': 'Propuso cómo resolver un reclamo',
  'dispute.rejected': 'Reemplazó la propuesta de otra persona',
  'dispute.resolved': 'Resolvió un reclamo',
  'document.approved': 'Aprobó un documento',
  'document.rejected': 'Rechazó un documento',
  'document.viewed': 'Miró un documento',
  'documents.decided': 'Decidió sobre los documentos de una persona',
  'documents.undone': 'Deshizo una decisión sobre documentos',
  'duty.shifts_added': 'Agregó turnos de guardia',
  'duty.shifts_removed': 'Quitó turnos de guardia',
  'incident.closed': 'Cerró un incidente',
  'incident.noted': 'Anotó en un incidente',
  'incident.taken': 'Tomó un incidente',
  'bank_statement.compared': 'Comparó un extracto del banco',
  'list.downloaded': 'Descargó una lista',
  'month.closed': 'Cerró un mes',
  'payment_case.applied': 'Aplicó un caso de pagos',
  'payment_case.confirmed': 'Confirmó una propuesta sobre un pago',
  'payment_case.proposed': 'Propuso cómo decidir un caso de pagos',
  'payment_case.refused': 'Rechazó una propuesta sobre un pago',
  'payment_case.resolved': 'Cerró un caso de pagos',
  'payout_batch.downloaded': 'Descargó un archivo para el banco',
  'second_factor.added': 'Agregó su segundo paso',
  'second_factor.codes_replaced': 'Cambió sus códigos de recuperación',
  'second_factor.proved_by_passkey': 'Confirmó su segundo paso con una llave',
  'second_factor.proved_by_recovery_code': 'Entró con un código de recuperación',
  'second_factor.proved_by_totp': 'Confirmó su segundo paso con la app',
  'second_factor.recovery_used': 'Gastó un código de recuperación',
  'second_factor.removed': 'Quitó su segundo paso',
  'second_factor.reset': 'Quitó el segundo paso de una persona',
  'ticket.answered': 'Respondió un caso de soporte',
  'ticket.given': 'Pasó un caso de soporte a otra persona',
  'case_chat.viewed': 'Leyó el chat de un caso',
  'tickets.searched': 'Buscó en los casos de soporte',
  'ticket.noted': 'Anotó en un caso de soporte',
  'ticket.photo_added': 'Agregó una foto a un caso de soporte',
  'ticket.photo_viewed': 'Miró una foto de un caso de soporte',
  'ticket.released': 'Soltó un caso de soporte',
  'ticket.resolved': 'Resolvió un caso de soporte',
  'ticket.taken': 'Tomó un caso de soporte',
  'ticket.viewed': 'Leyó un caso de soporte',
  'withdrawal.approved': 'Aprobó un retiro',
  'withdrawal.disagreed': 'No confirmó el resultado de un retiro',
  'withdrawal.failed': 'Confirmó que un retiro no se pagó',
  'withdrawal.paid': 'Confirmó que un retiro se pagó',
  'withdrawal.rejected': 'Rechazó un retiro',
  'withdrawal.seconded': 'Dio la primera aprobación de un retiro',
  'withdrawal.sent': 'Puso un retiro en un archivo',
  'withdrawal.undone': 'Deshizo su aprobación de un retiro',
  'withdrawal.told': 'Dijo cómo terminó un retiro',
  'price.confirmed': 'Confirmó un precio',
  'price.proposed': 'Propuso un precio',
  'price.rejected': 'Descartó un precio',
  'person.revealed': 'Vio un dato completo',
  'rating_case.resolved': 'Decidió sobre calificaciones',
  'hearing_photo.viewed': 'Miró la foto de una versión',
  'report_photo.viewed': 'Miró la foto de un reporte',
  'reported_words.viewed': 'Leyó un texto reportado',
  'reward.codes_loaded': 'Cargó códigos de una recompensa',
  'reward.created': 'Creó una recompensa',
  'reward.retired': 'Retiró una recompensa',
  'reward_review.resolved': 'Decidió sobre puntos',
  'safe_point.hidden': 'Ocultó un punto seguro',
  'switch.off': 'Apagó una parte de Cupo',
  'switch.on': 'Encendió una parte de Cupo',
  'safe_point.vetted': 'Verificó un punto seguro',
  'team.accepted': 'Aceptó una invitación al equipo',
  'team.closed': 'Cerró una invitación al equipo',
  'team.invited': 'Invitó a alguien al equipo',
  'team.roles_taken': 'Quitó roles a una persona',
  'team.signed': 'Firmó una invitación al equipo',
}

/** Spanish words for the kinds of objects that an action changed. */
const subjects: Record<string, string> = {
  bank_statement: 'extracto',
  booking: 'reserva',
  payment: 'recarga',
  trip: 'viaje',
  conduct_case: 'caso de conducta',
  delivery: 'mensaje',
  incident: 'incidente',
  list: 'lista',
  message: 'mensaje',
  month: 'mes',
  payment_case: 'caso de pagos',
  payout_batch: 'archivo para el banco',
  price: 'precio',
  rating: 'calificación',
  report: 'reporte',
  reward: 'recompensa',
  safe_point: 'punto seguro',
  sanction: 'sanción',
  session: 'sesión',
  support_ticket: 'caso de soporte',
  team_invitation: 'invitación al equipo',
  user: 'persona',
  withdrawal: 'retiro',
  document: 'documento',
  dispute: 'reclamo',
}

const subjectWords = (kind: string): string => subjects[kind] ?? kind

const actionWords = (action: string): string => words[action] ?? action

/** Filter by person. Links lead here with it, and a change of other filters keeps it. */
const byField: FilterField = { name: 'by', url: 'quien', label: 'Quién', kind: 'text' }

const fieldsOf = (actions: readonly string[]): readonly FilterField[] => [
  {
    name: 'action',
    url: 'accion',
    label: 'Acción',
    kind: 'select',
    all: 'Todas',
    options: actions.map((value) => ({ value, label: actionWords(value) })),
  },
  { name: 'subject', url: 'sobre', label: 'Sobre (id)', kind: 'text' },
  ...dayFields,
]

const everyField = [...fieldsOf([]), byField]

/** Words for reasons that are stored as a code. */
const reasons: Record<string, string> = {
  mistake: 'Se equivocó',
  look_again: 'Quiso mirar otra vez',
}

/** Log of the team's actions: person, action, object, reason and time. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search, everyField)
  const after = search.get('despues') ?? undefined
  const query = useQuery({
    queryKey: ['staff-actions', filter, after],
    queryFn: ({ signal }) =>
      api.staffActions.list({ query: { ...filter, after } as never, signal }),
    placeholderData: keepPreviousData,
  })
  const file = useMutation({
    mutationFn: () => api.staffActions.file({ query: filter as never }),
    onSuccess: (content) => saveFile(content, `auditoria-${today()}.csv`),
  })
  const answer = neededAnswer(query)
  return (
    <Page
      title="Auditoría"
      lead="Lo que hizo el equipo, con su motivo."
      width="page"
      actions={
        <Button variant="secondary" pending={file.isPending} onClick={() => file.mutate()}>
          Descargar CSV
        </Button>
      }
    >
      <ErrorBanner error={file.error} />
      <DeskFilters
        key={search.toString()}
        fields={fieldsOf(answer?.actions ?? [])}
        filter={filter}
        onFilter={(next) => setSearch(writeFilter(next, everyField))}
      />
      {!answer && <SkeletonList rows={4} rowClass="h-24" />}
      {answer?.items.length === 0 && <EmptyState region="llano" title="Nada con estos filtros" />}
      {answer && answer.items.length > 0 && <Lines items={answer.items} />}
      {answer?.next && (
        <ButtonLink
          to={{ search: writeFilter(filter, everyField, answer.next).toString() }}
          variant="secondary"
        >
          Ver anteriores
        </ButtonLink>
      )}
    </Page>
  )
}

function Lines({ items }: { items: readonly StaffAction[] }) {
  return (
    <Card>
      <ul className="grid divide-y divide-line">
        {items.map(({ id, at, by, action, subject, reason, requestId }) => (
          <li key={id} className="grid min-w-0 gap-1 py-3 wrap-anywhere">
            <p>
              <span className="font-semibold">{by.name ?? by.email}</span> · {actionWords(action)}
            </p>
            {reason && <p>{reasons[reason] ?? reason}</p>}
            <p className="tnum text-sm text-muted">
              {dateTime(at)} · {subjectWords(subject.kind)} {subject.id}
              {requestId && ` · solicitud ${requestId}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
