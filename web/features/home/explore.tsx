import { Landscape } from '#web/ui/landscape.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { cards } from './home-content.ts'

export function Explore() {
  return (
    <section aria-labelledby="explora-titulo">
      <h2 id="explora-titulo" className="text-2xl sm:text-3xl">
        Explora Cupo
      </h2>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {cards.map((card) => (
          <li
            key={card.title}
            className="relative overflow-hidden rounded-card border border-line bg-surface
              shadow-card hover:border-bosque"
          >
            <Landscape region={card.region} className="h-28 w-full rounded-none!" />
            <div className="p-4">
              <h3 className="text-lg">
                <PlainLink to={card.to} className="cover-link">
                  {card.title}
                </PlainLink>
              </h3>
              <p className="mt-1 text-muted">{card.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
