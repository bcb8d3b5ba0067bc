import { useSearchParams } from 'react-router-dom';
import { ResourceList } from '../kit/resource-list.tsx';
import { mediaResource } from '../media/media-resource.tsx';
import { UploadPanel } from '../media/upload-panel.tsx';

/** `/console/media`: every picture. Uploads go into the folder that the list shows. */
export function MediaPage() {
  const [search] = useSearchParams();
  return (
    <ResourceList resource={mediaResource}>
      <UploadPanel folder={search.get('f[folder]') ?? '/'} />
    </ResourceList>
  );
}
