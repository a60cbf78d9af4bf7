import { Benefits } from './benefits.tsx'
import { Download } from './download.tsx'
import { Explore } from './explore.tsx'
import { Hero } from './hero.tsx'
import { Stats } from './stats.tsx'
import { Steps } from './steps.tsx'

export function meta() {
  return [
    { title: 'Cupo · Comparte viajes entre ciudades de Colombia' },
    {
      name: 'description',
      content:
        'Encuentra un cupo libre o comparte los tuyos: conductores verificados, precios justos y ' +
        'pago con tu billetera.',
    },
  ]
}

export default function Home() {
  return (
    <>
      <Hero />
      <div className="mx-auto grid w-full max-w-page gap-16 px-4 py-14 sm:px-6 sm:py-20">
        <Benefits />
        <Steps />
        <Explore />
        <Stats />
        <Download />
      </div>
    </>
  )
}
