import { useLocation } from 'react-router'
import { dateLong } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'

/** What the page of a trip says right after its publication, in the state of the navigation. */
export type News = {
  text: string
  /** Days of a weekly series that were not published, with the reason. */
  skipped: { date: string; reason: string }[]
}

/** Right after publishing: the result, and the days that were left out. */
export function PublishedNews() {
  const news = (useLocation().state as { published?: News } | null)?.published
  if (!news) return null
  const { text, skipped } = news
  return (
    <CardSection title="Comparte tu viaje">
      <div className="grid gap-3">
        <p role="status" className="font-semibold">
          {text}
        </p>
        <p className="text-muted">
          Envíalo a tus grupos y contactos: quien abra el enlace ve el viaje y reserva.
        </p>
        {skipped.length > 0 && (
          <div className="border-t border-line pt-3">
            <h3 className="font-semibold">
              {skipped.length === 1 ? 'Un día quedó por fuera' : 'Días que quedaron por fuera'}
            </h3>
            <ul aria-label="Días por fuera" className="grid gap-2 pt-1">
              {skipped.map(({ date, reason }) => (
                <li key={date}>
                  <span className="block font-semibold first-letter:uppercase">
                    {dateLong(date)}
                  </span>
                  <span className="block text-sm text-muted">{reason}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </CardSection>
  )
}
