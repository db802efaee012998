/** The first module: in which language the panel is. What says words is evaluated once that is known (start.tsx). */
import './theme/base.css'
import './theme/library.css'
import './theme/mantine.css'
import './theme/contrast.css'
import { speak } from './language.ts'

void speak().then(() => import('./start.tsx'))
