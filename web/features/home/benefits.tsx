import { Leaf, PiggyBank, ShieldCheck } from 'lucide-react'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'

const benefits = [
  {
    Icon: ShieldCheck,
    title: 'Seguridad Total',
    text:
      'Revisamos la identidad, la licencia y los papeles del carro antes de publicar. Subes con ' +
      'un código QR que solo sirve una vez.',
  },
  {
    Icon: PiggyBank,
    title: 'Ahorro Inteligente',
    text:
      'Compartes gasolina y peajes, hasta 70 % menos que viajar por tu cuenta. Cada precio tiene ' +
      'un tope y ves el total desde el comienzo.',
  },
  {
    Icon: Leaf,
    title: 'Comunidad Verde',
    text:
      'Cada cupo ocupado es un carro menos en la vía. Nuestra meta es reducir 30 % el CO₂ de ' +
      'estos viajes.',
  },
] as const

export function Benefits() {
  return (
    <section id="beneficios" aria-labelledby="beneficios-titulo">
      <h2 id="beneficios-titulo" className="text-2xl sm:text-3xl">
        Por qué viajar con Cupo
      </h2>
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        {benefits.map(({ Icon, title, text }) => (
          <li key={title}>
            <Card className="h-full">
              <Icon aria-hidden="true" className="size-8 text-bosque" />
              <h3 className="mt-3 text-xl">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </Card>
          </li>
        ))}
      </ul>
      <p className="mt-6">
        <Link to={paths.benefits()}>Conoce todos los beneficios</Link>
      </p>
    </section>
  )
}
