import { useMutation } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { dateTime, plural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'

/** The reported message or rating. Loaded on a press, because each view is recorded. */
export function CaseWords({ reportId }: { reportId: string }) {
  const view = useMutation({ mutationFn: () => api.conduct.words({ params: { reportId } }) })
  if (!view.data) {
    return (
      <div className="grid justify-items-start gap-3">
        <ErrorBanner error={view.error} />
        <Button
          variant="secondary"
          size="sm"
          pending={view.isPending}
          pendingText="Cargando…"
          onClick={() => view.mutate()}
        >
          Ver lo que se reportó
        </Button>
      </div>
    )
  }
  const { text, stars, at, isHidden } = view.data.words
  return (
    <figure className="grid gap-1">
      <figcaption className="text-sm text-muted">
        Escrito el {dateTime(at)}
        {stars !== null && ` · ${plural(stars, 'estrella', 'estrellas')}`}
        {isHidden && ' · ya no se muestra'}
      </figcaption>
      <blockquote className="border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
        {text ?? 'Sin texto.'}
      </blockquote>
    </figure>
  )
}
