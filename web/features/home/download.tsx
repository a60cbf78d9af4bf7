import { DownloadLinks } from '#web/ui/download-links.tsx'
import { LogoMark } from '#web/ui/logo.tsx'

export function Download() {
  return (
    <section
      id="descarga"
      aria-labelledby="descarga-titulo"
      className="grid justify-items-center gap-4 rounded-card bg-maiz-soft px-6 py-10 text-center"
    >
      <LogoMark className="size-14 text-bosque" />
      <h2 id="descarga-titulo" className="text-2xl sm:text-3xl">
        Descarga Cupo y empieza a viajar
      </h2>
      <p className="max-w-md text-lg">
        Tu próximo viaje, tu billetera y tu tiquete en el celular. También funciona en la web.
      </p>
      <DownloadLinks className="justify-center" />
    </section>
  )
}
