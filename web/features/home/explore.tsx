import { paths } from '#web/lib/paths.ts'
import { Landscape } from '#web/ui/landscape.tsx'
import type { Region } from '#web/ui/landscape-scene.tsx'
import { PlainLink } from '#web/ui/link.tsx'

const cards: readonly { to: string; title: string; text: string; region: Region }[] = [
  {
    to: paths.search(),
    title: 'Busca un cupo',
    text: 'También a mitad de camino: subes donde la ruta pasa.',
    region: 'cafetal',
  },
  {
    to: paths.publish(),
    title: 'Comparte tu viaje',
    text: 'Di por dónde pasas y te mostramos el precio justo.',
    region: 'valle',
  },
  {
    to: paths.wallet(),
    title: 'Tu billetera',
    text: 'Recarga desde $ 10.000 y paga sin efectivo.',
    region: 'costa',
  },
  {
    to: paths.documents(),
    title: 'Verifícate',
    text: 'Sube tus documentos una vez y viaja con confianza.',
    region: 'llano',
  },
]

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
