import { useState } from 'react'
import { RATING_COMMENT_MAX } from '#contract/rating-tags.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { ratingKeys } from './rating-keys.ts'

/** Form for the rated person's public reply, which is allowed once. */
export function ReplyForm({ ratingId }: { ratingId: string }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const reply = useAct(
    () => api.ratings.reply({ params: { ratingId }, body: { text: text.trim() } }),
    { done: 'Respuesta publicada', refresh: [ratingKeys.all()] },
  )
  if (!open) {
    return (
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        Responder
      </Button>
    )
  }
  const wrong = reply.error instanceof ApiError ? reply.error.fields.text : undefined
  return (
    <Form className="grid gap-3" onSend={() => reply.mutateAsync().catch(() => undefined)}>
      <TextArea
        label="Tu respuesta"
        hint="La ven todos. Solo puedes responder una vez."
        rows={3}
        maxLength={RATING_COMMENT_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={wrong}
      />
      {reply.isError && !wrong && <ErrorBanner error={reply.error} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" disabled={!text.trim()} pending={reply.isPending}>
          Publicar respuesta
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setOpen(false)}>
          Ahora no
        </Button>
      </div>
    </Form>
  )
}
