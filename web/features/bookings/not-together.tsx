import { useState } from 'react'
import { NOT_TOGETHER_MAX, NOT_TOGETHER_MIN } from '#contract/rating-tags.ts'
import type { BookingRating } from '#contract/ratings.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useRatingChange } from './use-rating.ts'

/** Form to say that the two did not travel together; a member of the team decides. */
export function NotTogether({ rating }: { rating: BookingRating }) {
  const { bookingId, about } = rating
  const [open, setOpen] = useState(false)
  const [statement, setStatement] = useState('')
  const [short, setShort] = useState(false)
  const tooShort = statement.trim().length < NOT_TOGETHER_MIN
  const send = useRatingChange(
    bookingId,
    () => api.ratings.notTogether({ params: { bookingId }, body: { statement: statement.trim() } }),
    () => setOpen(false),
  )
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-4 justify-self-start"
        onClick={() => setOpen(true)}
      >
        No viajamos juntos
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={`¿No viajaste con ${about.name}?`}
        footer={
          <Button
            pending={send.isPending}
            onClick={() => {
              setShort(tooShort)
              if (!tooShort) send.mutate(undefined)
            }}
          >
            Enviar a revisión
          </Button>
        }
      >
        <p>
          Las calificaciones de este viaje dejan de contar mientras una persona de Cupo lo revisa.
        </p>
        <TextArea
          label="¿Qué pasó?"
          rows={4}
          maxLength={NOT_TOGETHER_MAX}
          value={statement}
          onChange={(event) => setStatement(event.target.value)}
          error={short && tooShort ? `Escribe al menos ${NOT_TOGETHER_MIN} letras.` : null}
        />
        {send.isError && <Banner tone="err">{messageOf(send.error)}</Banner>}
      </Sheet>
    </>
  )
}
