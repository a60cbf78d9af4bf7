// Start of the native app; runs before web/entry.client.tsx (native/vite.config.ts).
import { startApp } from '../../web/app/start.ts'
import { capacitorPlugins } from './capacitor-plugins.ts'

await startApp(capacitorPlugins)
