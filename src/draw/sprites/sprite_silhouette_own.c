#include "draw/sprites/sprite_silhouette_own.h"

#include "draw/sprites/kit/kit.h"

static const tes_colour INK = TES_RGB(0);

static void fill(struct tes_paint *paint, struct tes_shape shape)
{
    tes_shape_fill(paint, shape, INK);
}

void tes_silhouette_fish(struct tes_paint *paint)
{
    fill(paint, TES_SHAPE_BLOB({6, 52}, {20, 34}, {42, 26}, {62, 36}, {76, 51}, {62, 66}, {42, 76},
                               {20, 70}));
    fill(paint, TES_SHAPE_CORNERED(3, {66, 51}, {94, 26}, {88, 51}, {94, 78}));
    fill(paint, TES_SHAPE_CORNERED(3, {34, 32}, {46, 12}, {60, 16}, {58, 40}));
    fill(paint, TES_SHAPE_CORNERED(3, {38, 70}, {48, 90}, {58, 84}, {54, 66}));
}

void tes_silhouette_star(struct tes_paint *paint)
{
    fill(paint, TES_SHAPE_CORNERED(2, {50, 4}, {61, 37}, {96, 38}, {68, 59}, {78, 93}, {50, 73},
                                   {22, 93}, {32, 59}, {4, 38}, {39, 37}));
}

void tes_silhouette_heart(struct tes_paint *paint)
{
    tes_path_start(paint, 50, 90);
    tes_path_cubic(paint, (struct tes_point){20, 68}, (struct tes_point){6, 50},
                   (struct tes_point){6, 33});
    tes_path_cubic(paint, (struct tes_point){6, 4}, (struct tes_point){42, 4},
                   (struct tes_point){50, 30});
    tes_path_cubic(paint, (struct tes_point){58, 4}, (struct tes_point){94, 4},
                   (struct tes_point){94, 33});
    tes_path_cubic(paint, (struct tes_point){94, 50}, (struct tes_point){80, 68},
                   (struct tes_point){50, 90});
    tes_paint_fill(paint, INK);
}

void tes_silhouette_boat(struct tes_paint *paint)
{
    fill(paint, TES_SHAPE_CORNERED(4, {6, 66}, {94, 66}, {78, 90}, {22, 90}));
    fill(paint, TES_SHAPE_BOX(46, 6, 6, 62, 1));
    fill(paint, TES_SHAPE_CORNERED(2, {56, 8}, {88, 58}, {56, 58}));
    fill(paint, TES_SHAPE_CORNERED(2, {42, 18}, {42, 58}, {14, 58}));
}

void tes_silhouette_butterfly(struct tes_paint *paint)
{
    TES_EACH_SIDE (side) {
        fill(paint,
             TES_SHAPE_BLOB({50, 46}, {50 + side * 14, 20}, {50 + side * 36, 8},
                            {50 + side * 46, 20}, {50 + side * 40, 44}, {50 + side * 20, 54}));
        fill(paint,
             TES_SHAPE_BLOB({50, 52}, {50 + side * 20, 52}, {50 + side * 36, 64},
                            {50 + side * 32, 86}, {50 + side * 16, 88}, {50 + side * 4, 70}));
        tes_paint_line(paint, TES_POINT(50, 28), TES_POINT(50 + side * 12, 6), 3, INK);
    }
    fill(paint, TES_SHAPE_OVAL(50, 52, 5, 30));
}

void tes_silhouette_rabbit(struct tes_paint *paint)
{
    fill(paint, TES_SHAPE_OVAL(50, 68, 28, 25));
    TES_EACH_SIDE (side) {
        fill(paint,
             TES_SHAPE_BLOB({50 + side * 4, 50}, {50 + side * 8, 22}, {50 + side * 18, 5},
                            {50 + side * 27, 10}, {50 + side * 28, 30}, {50 + side * 20, 54}));
    }
}

void tes_silhouette_duck(struct tes_paint *paint)
{
    fill(paint, TES_SHAPE_OVAL(30, 28, 17, 17));
    fill(paint, TES_SHAPE_CORNERED(2, {16, 24}, {2, 32}, {4, 38}, {20, 40}));
    fill(paint, TES_SHAPE_BLOB({20, 42}, {44, 34}, {52, 52}, {70, 54}, {96, 36}, {90, 68}, {68, 88},
                               {36, 88}, {14, 70}));
}

void tes_silhouette_arrow(struct tes_paint *paint)
{
    fill(paint,
         TES_SHAPE_CORNERED(2, {96, 50}, {56, 88}, {56, 64}, {6, 64}, {6, 36}, {56, 36}, {56, 12}));
}

void tes_silhouette_plane(struct tes_paint *paint)
{
    fill(paint,
         TES_SHAPE_BLOB({50, 3}, {58, 18}, {57, 50}, {53, 92}, {47, 92}, {43, 50}, {42, 18}));
    fill(paint,
         TES_SHAPE_CORNERED(2, {44, 34}, {56, 34}, {97, 60}, {97, 70}, {50, 60}, {3, 70}, {3, 60}));
    fill(paint, TES_SHAPE_CORNERED(2, {48, 76}, {52, 76}, {70, 90}, {70, 96}, {50, 92}, {30, 96},
                                   {30, 90}));
}
