import { AdBox } from '../../src/features/news/components/ad-box.tsx';
import { CardList } from '../../src/features/news/components/card-list.tsx';
import { ProductSlider } from '../../src/features/news/components/product-slider.tsx';
import { Sidebar } from '../../src/features/news/components/sidebar.tsx';
import { Story, type StorySize } from '../../src/features/news/components/story.tsx';
import { PictureFrame } from '#shared/ui/picture-frame.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LISTS, aDrawing, ads, cards, textCard, videoCard } from '../kit-data.ts';
import { Part, Sample } from '../sample.tsx';

const SIZES: readonly StorySize[] = ['lead', 'wide', 'card', 'row', 'line'];
const RATIOS = ['wide', 'card', 'square', 'own'] as const;
const SHAPES = ['front', 'list', 'article'] as const;
const [first] = cards;
const pathOf = (page: number): string => `/news/gst?page=${page}`;

export function ListsPart() {
  return (
    <Part title="Cards and lists">
      {first !== undefined &&
        SIZES.map((size) => (
          <Sample key={size} name={`Story: ${size}`}>
            <Story card={first} size={size} />
          </Sample>
        ))}
      <Sample name="Story: no picture">
        <Story card={textCard} size="card" />
      </Sample>
      <Sample name="Story: with a video">
        <Story card={videoCard} size="card" />
      </Sample>
      {RATIOS.map((ratio) => (
        <Sample key={ratio} name={`Picture: ${ratio}`}>
          <div style={{ maxWidth: '20rem' }}>
            <PictureFrame picture={aDrawing} sizes="320px" ratio={ratio} />
          </div>
        </Sample>
      ))}
      <Sample name="Picture: failed">
        <div style={{ maxWidth: '20rem' }}>
          <PictureFrame picture={{ ...aDrawing, url: 'data:,' }} sizes="320px" />
        </div>
      </Sample>
      <Sample name="List: the second page, with advertisements">
        <CardList list={LISTS.full} pathOf={pathOf} />
      </Sample>
      <Sample name="List: nothing found">
        <CardList list={LISTS.empty} pathOf={pathOf} />
      </Sample>
      {SHAPES.map((shape) => (
        <Sample key={shape} name={`Loading: ${shape}`}>
          <Skeleton shape={shape} label={`Loading (${shape})`} />
        </Sample>
      ))}
      <Sample name="Slider of products">
        <ProductSlider />
      </Sample>
      {ads.map((ad) => (
        <Sample key={ad.id} name={`Advertisement: ${ad.place}`}>
          <AdBox ad={{ ...ad, title: `${ad.title}, alone` }} />
        </Sample>
      ))}
      <Sample name="Sidebar">
        <Sidebar without={[]} />
      </Sample>
    </Part>
  );
}
