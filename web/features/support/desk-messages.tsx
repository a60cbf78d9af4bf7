import type { DeskThread } from '#contract/support-desk.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { PrivateImage } from '#web/shared/desk/back-office/private-image.tsx'
import { cx } from '#web/ui/cx.ts'

/** Messages and notes of a ticket; a note has its own colour and place. */
export function DeskMessages({ messages }: Pick<DeskThread, 'messages'>) {
  return (
    <ul aria-label="Mensajes" className="grid gap-3">
      {messages.map(({ id, kind, author, handedTo, text, at, photoIds }) => (
        <li
          key={id}
          className={cx(
            'grid max-w-[92%] min-w-0 gap-2 rounded-card p-4',
            (kind === 'team' || kind === 'held') && 'justify-self-end bg-bosque-soft',
            kind === 'person' && 'justify-self-start border border-line bg-surface',
            kind === 'note' && 'justify-self-stretch border border-dashed border-edge bg-warn-soft',
          )}
        >
          <p className="text-sm wrap-anywhere">
            {kind === 'note' && !handedTo && <strong>Nota interna · </strong>}
            {handedTo ? (
              <strong>
                {author} se lo pasó a {handedTo}
              </strong>
            ) : (
              author
            )}
            , {kind === 'held' ? 'todavía no ha salido' : dateTime(at)}
          </p>
          {text && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
          {photoIds.map((ticketPhotoId, index) => (
            <PrivateImage
              key={ticketPhotoId}
              documentId={ticketPhotoId}
              label={`Foto ${index + 1} del mensaje`}
              load={(signal) => api.support.showDeskPhoto({ params: { ticketPhotoId }, signal })}
            />
          ))}
        </li>
      ))}
    </ul>
  )
}
